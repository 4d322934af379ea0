#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       t5_bucket(offsets, bidirectional, buckets, max_distance): the bucket of each offset
/// Arguments  offsets (whole numbers, key - query), bidirectional (boolean), buckets and
///            max_distance (integers)
/// Returns    as many whole numbers
/// Cases      both directions, bucket counts and distances other than the usual ones, offsets on
///            both sides of every limit; none for which a logarithm is so near a whole number that
///            it depends on how it is rounded
const Challenge& t5_bucket_challenge();

}  // namespace posenc
