// @ts-check
// What is done about silence: a database, a worker or a server may neither answer nor refuse, and nothing tells the page so.

/** Milliseconds of silence after which the page goes on by itself, and says so. */
export const PATIENCE = 3000;
/** Steps in which the time is counted: a page that was busy or frozen misses one of them, and hears what has come before the next. */
const STEPS = 6;

/**
 * Acts after some time of silence.
 * @param {() => unknown} act
 * @param {number} [milliseconds]
 * @returns {() => void} calls it off
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

/**
 * Waits for an answer, but not for ever.
 * @template Value
 * @param {Promise<Value>} answer
 * @param {() => Value | Promise<Value>} silent - what there is in its place; it may throw, or go on waiting by giving the answer back
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
