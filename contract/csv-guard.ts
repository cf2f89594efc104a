// What a spreadsheet would take for a formula, in every file that is written for one.

// Spreadsheets pass over spaces and signs that nobody sees; those that begin with an apostrophe already are told apart by one
// more, so that what was guarded comes back as it was.
const formula = /^'*(?:[\t\r\n]|[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** Whether a cell with this text could be run. */
export const isFormula = (text: string): boolean => formula.test(text)

/** The text of a cell that is read as text: what could be run begins with an apostrophe. */
export const guarded = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** The text as it was before `guarded`. */
export const unguarded = (cell: string): string =>
  cell.startsWith(`'`) && isFormula(cell.slice(1)) ? cell.slice(1) : cell
