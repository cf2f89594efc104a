// What runs today and what does not yet: never mixed, and told apart by word, sign and ground.
import type { ReactNode } from 'react'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Block } from './block.tsx'

interface StandingProps {
  readonly runs: readonly string[]
  readonly coming: readonly string[]
}

export const Standing = ({ runs, coming }: StandingProps) => (
  <Block
    title="Where it stands"
    lead="What does not run yet is not sold here as if it did. There are no dates: it comes when it is proven."
  >
    <div className="grid gap-4 from-lg:grid-cols-[1fr_1fr]">
      <Part lines={runs}>
        <StatusWord state="normal" word="Runs today" />
      </Part>
      <Part lines={coming} coming>
        <StatusWord state="unknown" word="On the way" />
      </Part>
    </div>
  </Block>
)

interface PartProps {
  readonly lines: readonly string[]
  readonly coming?: boolean
  readonly children: ReactNode
}

const Part = ({ lines, coming, children }: PartProps) => (
  <div
    className={`grid content-start gap-4 [border-radius:calc(var(--radius)_*_1.5)] border p-5 ${coming ? 'border-dashed border-strong-line' : 'border-line bg-surface'}`}
  >
    <h3 className="text-lg">{children}</h3>
    <ul className="grid gap-3 text-lg leading-[1.5]">
      {lines.map((line) => (
        <li
          key={line}
          className={`border-0 border-l-2 pl-4 text-pretty ${coming ? 'border-dashed border-strong-line text-muted' : 'border-line'}`}
        >
          {line}
        </li>
      ))}
    </ul>
  </div>
)
