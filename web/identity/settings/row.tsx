// Lines of a card of the account: what it is, more about it, and what may be done with it.
import type { ReactNode } from 'react'
import { Icon } from '../../ui/primitives/icon.tsx'

interface RowProps {
  readonly as?: 'div' | 'li'
  readonly name: ReactNode
  /** The name is a sentence, and not set off from the rest. */
  readonly plain?: boolean
  readonly more: ReactNode
  /** A second line about it. */
  readonly further?: ReactNode
  /** Its button. */
  readonly children?: ReactNode
}

export const Row = ({ as: Line = 'div', name, plain = false, more, further, children }: RowProps) => (
  <Line className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-t-line py-3 [&>.MuiButton-text]:-me-2 [&>.MuiButton-text]:min-w-touch">
    <div className="grid min-w-0 flex-[1_1_15rem] gap-[2px] wrap-anywhere">
      <p className={plain ? undefined : 'flex flex-wrap items-baseline gap-x-2 font-[550]'}>{name}</p>
      <p className="text-sm text-muted">{more}</p>
      {further && <p className="text-sm text-muted">{further}</p>}
    </div>
    {children}
  </Line>
)

interface RemarkProps {
  readonly icon: 'information' | 'normal' | 'warning'
  readonly children: ReactNode
}

/** A sentence among the lines. */
export const Remark = ({ icon, children }: RemarkProps) => (
  <p
    className={`flex items-start gap-2 border-t border-t-line py-3 [&_svg]:mt-[0.2em] ${icon === 'warning' ? 'text-warning' : 'text-muted'}`}
  >
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)

/** What was done, once it is. */
export const Done = ({ children }: { readonly children: ReactNode }) => (
  <output className="block font-[550] text-normal empty:hidden">{children}</output>
)

/** The title of the lines below it. */
export const RowsTitle = ({ children }: { readonly children: ReactNode }) => (
  <h3 className="border-t border-t-line pt-3 pb-1 text-sm font-semibold text-muted">{children}</h3>
)
