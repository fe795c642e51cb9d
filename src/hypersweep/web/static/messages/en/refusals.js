// @ts-check
/** @type {import("../../messages.js").Texts} */
export default {
  told: ({ message }) => message,
};
