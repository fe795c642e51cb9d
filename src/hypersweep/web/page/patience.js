// @ts-check
// Time limits: a database, a worker or a server may never answer, without an event that says so.

/** Milliseconds of silence after which the page continues without the answer, and says so. */
export const PATIENCE = 3000;
/**
 * The time is counted in steps, because a busy or frozen page misses only one step, and handles waiting messages before
 * the next.
 */
const STEPS = 6;

/**
 * Call `act` after some time of silence.
 * @param {() => unknown} act
 * @param {number} [milliseconds]
 * @returns {() => void} cancels the timer
 */
export function afterSilence(act, milliseconds = PATIENCE) {
  let left = STEPS;
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const wait = () => {
    timer = setTimeout(() => (--left ? wait() : act()), milliseconds / STEPS);
  };
  wait();
  return () => clearTimeout(timer);
}

/** Wait for some time. @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Wait for an answer, with a time limit.
 * @template Value
 * @param {Promise<Value>} answer
 * @param {() => Value | Promise<Value>} silent - called when time runs out, for a replacement value; it may throw, or
 * return the answer to keep waiting
 * @param {number} [milliseconds]
 * @returns {Promise<Value>}
 */
export function deadline(answer, silent, milliseconds = PATIENCE) {
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
