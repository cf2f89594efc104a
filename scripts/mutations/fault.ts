// What a seeded fault is: one place of the product made wrong, and the tests that have to notice.

export interface Fault {
  readonly name: string
  /** What a person would suffer. */
  readonly why: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The smallest that find it. */
  readonly tests: readonly string[]
}
