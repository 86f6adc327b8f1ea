// leaks.cpp: what the leak checker should not count: the font libraries keep their tables until the program
// ends, once each and not once a picture.

extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier): its own name
  return "leak:libfontconfig.so\nleak:libcairo.so\nleak:libpango\n";
}
