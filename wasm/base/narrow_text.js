// Text crosses as std::string alone. embind registers the wide strings of C++ as well, and with them
// come readers and writers of UTF-16 and UTF-32; here they are left out of the glue.
mergeInto(LibraryManager.library, {
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {
    // Nothing in the modules takes or gives one.
  },
});
