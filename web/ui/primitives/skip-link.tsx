// The first thing on every page for who moves by keyboard: over everything that repeats.

export const SkipLink = () => (
  <a
    className="fixed top-2 left-2 z-2000 rounded bg-surface px-4 py-3 font-semibold text-primary-text [&:not(:focus)]:[translate:0_-200%]"
    href="#main"
  >
    Skip to content
  </a>
)
