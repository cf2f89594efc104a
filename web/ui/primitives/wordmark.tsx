// The name and sign of the product.

interface WordmarkProps {
  /** On a phone only the sign is left of it. */
  readonly shrinks?: boolean
}

export const Wordmark = ({ shrinks = false }: WordmarkProps) => (
  <span className="inline-flex items-center gap-2 text-lg font-bold tracking-[-0.01em]">
    <svg viewBox="0 0 32 32" width="1.75em" height="1.75em" aria-hidden="true">
      <path
        d="M6 27V15a10 10 0 0 1 20 0v12"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <path
        d="M13 27V16a3 3 0 0 1 6 0v11"
        className="stroke-primary"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
    <span className={shrinks ? 'below-sm:hidden' : undefined}>Gatehouse</span>
  </span>
)
