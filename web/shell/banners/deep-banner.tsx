// A line above the whole application that stays for as long as what it says holds.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/primitives/icon.tsx'

interface DeepBannerProps {
  readonly label: string
  readonly icon: IconName
  readonly text: ReactNode
  /** What may be done about it. */
  readonly children: ReactNode
}

export const DeepBanner = ({ label, icon, text, children }: DeepBannerProps) => (
  <section
    className="flex items-center gap-3 bg-public-deep py-2 ps-[max(var(--space-6),env(safe-area-inset-left))] pe-[max(var(--space-6),env(safe-area-inset-right))] text-on-public-deep below-md:px-4 [&>:last-child]:ms-auto [&>:last-child]:flex-none"
    aria-label={label}
  >
    <Icon name={icon} size="medium" />
    <p>{text}</p>
    {children}
  </section>
)
