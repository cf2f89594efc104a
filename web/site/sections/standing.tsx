// What runs today and what is not there yet: never mixed, and kept apart by word, sign and ground.
import type { ReactNode } from 'react'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Block } from './block.tsx'

/**
 * A sentence, and the names that prove it: an operation, an event, a page or a file. Those of `runs` exist, those of
 * `notYet` must not: claims.test.ts compares both with the contract.
 */
export type Claims = Readonly<Record<string, readonly string[]>>

interface StandingProps {
  readonly runs: Claims
  readonly notYet: Claims
}

export const Standing = ({ runs, notYet }: StandingProps) => (
  <Block
    title="Where it stands"
    lead="What does not run yet is not sold here as if it did. There are no dates: it comes when it is proven."
  >
    <div className="grid gap-4 from-lg:grid-cols-[1fr_1fr]">
      <Part lines={runs}>
        <StatusWord state="normal" word="Runs today" />
      </Part>
      <Part lines={notYet} missing>
        <StatusWord state="unknown" word="Not there yet" />
      </Part>
    </div>
  </Block>
)

interface PartProps {
  readonly lines: Claims
  readonly missing?: boolean
  readonly children: ReactNode
}

const Part = ({ lines, missing, children }: PartProps) => (
  <div
    className={`grid content-start gap-4 [border-radius:calc(var(--radius)_*_1.5)] border p-5 ${missing ? 'border-dashed border-strong-line' : 'border-line bg-surface'}`}
  >
    <h3 className="text-lg">{children}</h3>
    <ul className="grid gap-3 text-lg leading-[1.5]">
      {Object.keys(lines).map((line) => (
        <li
          key={line}
          className={`border-0 border-l-2 pl-4 text-pretty ${missing ? 'border-dashed border-strong-line text-muted' : 'border-line'}`}
        >
          {line}
        </li>
      ))}
    </ul>
  </div>
)
