#include <mage_lineage/platform/interrupt.hpp>

#include <csignal>
#include <initializer_list>

namespace mage_lineage::platform {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

void remember(int signal) {
  signal_seen = signal;
}

}  // namespace

void watch_interrupts() {
  static bool watching = false;
  if (watching) return;
  watching = true;
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = remember;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    // A signal that the caller has us ignore (nohup, a background job) stays ignored.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
      sigaction(signal, &action, nullptr);
    }
  }
}

int interrupted() {
  watch_interrupts();
  if (signal_seen != 0) return signal_seen;
  // Where signals are blocked they wait, and mean the same.
  sigset_t waiting;
  sigemptyset(&waiting);
  sigpending(&waiting);
  return sigismember(&waiting, SIGINT) == 1    ? SIGINT
         : sigismember(&waiting, SIGTERM) == 1 ? SIGTERM
                                               : 0;
}

}  // namespace mage_lineage::platform
