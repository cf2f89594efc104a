// A text with the parts of it marked that were sought, as the server tells them.

interface MarkedProps {
  readonly text: string
  /** In order, and apart from each other. */
  readonly ranges?: readonly (readonly [from: number, to: number])[] | undefined
}

export const Marked = ({ text, ranges = [] }: MarkedProps) => (
  <>
    {ranges.map(([from, to], i) => (
      <span key={from}>
        {text.slice(ranges[i - 1]?.[1] ?? 0, from)}
        <mark className="rounded-[2px] font-[650] text-text [background:color-mix(in_srgb,var(--primary)_24%,transparent)] in-aria-selected:text-inherit">
          {text.slice(from, to)}
        </mark>
      </span>
    ))}
    {text.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
)
