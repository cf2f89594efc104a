// The keys that work everywhere, and whether those that work alone do.
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { areSingleKeysOn, chooseSingleKeys } from '../../kit/hands/shortcuts.ts'

/** What the list of keys says. */
export const keyList: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Ctrl K', '⌘ K', '/'], does: 'Search, and go anywhere' },
  { keys: ['A'], does: 'Acknowledge the alarm that has the focus' },
  { keys: ['?'], does: 'Help on this page, and these keys' },
  { keys: ['←', '→', '↑', '↓'], does: 'Move through the bar, menus and tables' },
  { keys: ['Home', 'End'], does: 'To the first and the last of them' },
  { keys: ['Esc'], does: 'Close what lies over the page' },
]

export const KeyList = () => {
  const [single, setSingle] = useState(areSingleKeysOn)
  const choose = (on: boolean) => {
    chooseSingleKeys(on)
    setSingle(on)
  }
  return (
    <div>
      <dl className="grid gap-3">
        {keyList.map(({ keys, does }) => (
          <div key={does} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-3">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-[calc(var(--radius)/2)] border border-b-2 border-line bg-sunken px-2 py-px text-sm [font-family:inherit]"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <FormControlLabel
        className="mt-4"
        control={<Switch checked={single} onChange={(_, on) => choose(on)} />}
        label="Single-key shortcuts: /, ? and A"
        slotProps={{ typography: { variant: 'body2' } }}
      />
    </div>
  )
}
