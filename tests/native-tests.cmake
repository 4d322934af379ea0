find_package(GTest REQUIRED)

# posenc_add_tests(<target> [<shares>]): CTest runs the program that many times, each with its share of
# the tests, and every run leaves a report in test-results/. A process for each test would spend a third
# of the time on starting.
function(posenc_add_tests target)
  set(shares 1)
  if(ARGC GREATER 1)
    set(shares ${ARGV1})
  endif()
  math(EXPR last "${shares} - 1")
  foreach(share RANGE ${last})
    add_test(NAME ${target}.${share} COMMAND ${target}
      --gtest_brief=1 --gtest_output=xml:${PROJECT_BINARY_DIR}/test-results/${target}.${share}.xml)
    set_tests_properties(${target}.${share} PROPERTIES
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shares};GTEST_SHARD_INDEX=${share}")
  endforeach()
endfunction()
