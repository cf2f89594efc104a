// Tests of a limit in time.

/**
 * For a test whose limit is what is promised, beside others on the same cores: a machine that stood still for a moment is
 * no slow product, which would miss it every time.
 */
export const timed = { retry: 2 } as const
