// The parts of a page, one of them shown: which one is in the address.
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'

interface PageTabsProps {
  /** What the tabs are of: `Logs`. */
  readonly label: string
  readonly tabs: readonly { readonly name: string; readonly label: string }[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
  /** Of the panel; a column where absent. */
  readonly className?: string
  /** The part that is chosen. */
  readonly children: ReactNode
}

export const PageTabs = ({
  label,
  tabs,
  chosen,
  onChoose,
  // The panel has a gap of its own.
  className = 'grid grid-cols-1 content-start gap-4 [&>search]:m-0',
  children,
}: PageTabsProps) => (
  <>
    <Tabs
      value={chosen}
      onChange={(_, name: string) => onChoose(name)}
      aria-label={label}
      variant="scrollable"
      allowScrollButtonsMobile
      className="border-b border-b-line"
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.name}
          value={tab.name}
          label={tab.label}
          id={`tab-${tab.name}`}
          aria-controls={`panel-${tab.name}`}
        />
      ))}
    </Tabs>
    <div
      role="tabpanel"
      id={`panel-${chosen}`}
      aria-label={tabs.find(({ name }) => name === chosen)?.label}
      className={className}
    >
      {children}
    </div>
  </>
)
