// Time limits: a database, a worker or a server may never answer, and no event reports that.

/** Milliseconds of silence after which the page continues without the answer, and says so. */
export const PATIENCE = 3000;
/**
 * Number of steps in which the time is counted. A busy or frozen page misses only one step, and handles waiting
 * messages before the next.
 */
const STEPS = 6;

/**
 * Call `act` after a time, unless cancelled.
 * @returns cancels the timer
 */
export function afterSilence(act: () => unknown, milliseconds: number = PATIENCE): () => void {
  let left = STEPS;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => (--left ? wait() : act()), milliseconds / STEPS);
  };
  wait();
  return () => clearTimeout(timer);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Wait for an answer, with a time limit.
 * @param silent - called when time runs out, for a replacement value; it may throw, or return the answer to keep
 * waiting
 */
export function deadline<Value>(answer: Promise<Value>, silent: () => Value | Promise<Value>, milliseconds: number = PATIENCE): Promise<Value> {
  return new Promise((resolve, reject) => {
    const callOff = afterSilence(() => {
      try {
        resolve(silent());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
    answer.finally(callOff).then(resolve, reject);
  });
}
