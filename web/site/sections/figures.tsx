// Measured figures, each with what it means; never one without the other.

interface Figure {
  readonly value: string
  readonly unit: string
  readonly text: string
}

export const Figures = ({ figures, measured }: { readonly figures: readonly Figure[]; readonly measured: string }) => (
  <div className="grid gap-5">
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-6">
      {figures.map(({ value, unit, text }) => (
        <li key={text} className="grid content-start gap-2 text-lg leading-[1.55] text-muted">
          <p className="text-[2.25rem] leading-[1.1] font-[660] tracking-[-0.03em] text-text tabular-nums">
            {value} <span className="text-lg font-[550] tracking-[0]">{unit}</span>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p className="max-w-[70ch] text-md text-muted">{measured}</p>
  </div>
)
