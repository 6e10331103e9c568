const LOOK_MS = 250;
/** As it was when the program began: an install or a build may outlive it. */
const parent = process.ppid;

/**
 * End in order when the shell ends that npm put between itself and this process. npm passes a signal on to that shell
 * only; without this the server would stay behind, with the port and the home in its hands.
 */
export function stopWithParent() {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
