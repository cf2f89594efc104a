// A part of a staff card comes only with its own permission; else this says what is missing, and whom to ask.
import type { Output } from '@gatehouse/contract/operation'
import { isPermission, permissions } from '@gatehouse/contract/permissions'
import type * as staff from '@gatehouse/contract/identity/staff'
import { Icon } from '../../ui/primitives/icon.tsx'

export type Details = Output<typeof staff.details>
export type Shown<Part extends 'credentials' | 'access' | 'lastSeen' | 'history'> = Exclude<
  Details[Part],
  { missing: string }
>

interface WithheldProps {
  readonly missing: string
  /** What is kept from whom: `Cards are seen by those who manage staff records.` */
  readonly kept: string
}

export const Withheld = ({ missing, kept: stored }: WithheldProps) => (
  <div className="grid gap-2 px-4 pb-4">
    <p className="flex items-center gap-2">
      <Icon name="locked" size="medium" /> {stored}
    </p>
    <p className="text-muted">
      Missing: {isPermission(missing) ? permissions[missing].description : missing} (<code>{missing}</code>). Ask an
      administrator of your company for it.
    </p>
  </div>
)

/** How a line of a card's list looks, and the words that it begins with. */
export const listLine =
  'flex min-h-[48px] flex-wrap items-center gap-x-3 gap-y-1 border-t border-t-line py-2 [&>.MuiButton-text]:-me-2 [&>.MuiButton-text]:min-w-touch'
export const listWords = 'grid min-w-0 flex-[1_1_10rem] wrap-anywhere'
