// What an e-mail address is. By itself: the page to sign in on asks no more of all the rules.

// Without the signs that address lists are made of: nothing could be mailed there.
const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/

export const isEmail = (value: string): boolean => value.length <= 254 && emailShape.test(value)
