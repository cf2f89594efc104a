// Colours, letters, icons and buttons: what everything else is made of.
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { ToggleChoice } from '../ui/forms/toggle-choice.tsx'
import { CopyButton } from '../ui/primitives/copy-button.tsx'
import { QrCode } from '../ui/charts/qr-code.tsx'
import { Icon, iconNames } from '../ui/primitives/icon.tsx'
import { states } from '../ui/theme/tokens.ts'
import styles from './gallery.module.css'
import type { Story } from './story.ts'

export const groundStories: readonly Story[] = [
  {
    name: 'Colours',
    about:
      'One file of tokens makes the stylesheet, the theme of the components and the charts; features name no colour.',
    states: [
      {
        name: 'Grounds and words',
        render: () => <Swatches names={['page', 'surface', 'sunken', 'line', 'strong-line', 'text', 'muted']} />,
      },
      {
        name: 'Primary colours',
        render: () => (
          <div className="grid grid-cols-1 gap-4">
            <Swatches
              names={['primary', 'primary-text', 'public-primary', 'public-text', 'public-deep', 'secondary']}
            />
            <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
              <Button variant="contained">Application</Button>
              <span className="inline-flex min-h-touch items-center rounded bg-public-primary px-5 text-xl font-bold text-on-public">
                Public site
              </span>
            </div>
          </div>
        ),
      },
      { name: 'States', render: () => <Swatches names={states.map((state) => `state-${state}`)} /> },
      {
        name: 'Lines of a chart',
        render: () => <Swatches names={[1, 2, 3, 4, 5, 6].map((line) => `series-${line}`)} />,
      },
    ],
  },
  {
    name: 'Letters',
    about:
      'One variable font, served by the product itself; figures have one width, so that no value moves the layout.',
    states: [
      {
        name: 'Sizes',
        render: () => (
          <div className="grid gap-3">
            {(['3xl', '2xl', 'xl', 'lg', 'md', 'sm', 'xs'] as const).map((size) => (
              <p key={size} style={{ fontSize: `var(--text-${size})` }}>
                Doors, gas and people: {size}
              </p>
            ))}
          </div>
        ),
      },
      {
        name: 'Figures',
        render: () => (
          <div className={`tabular grid gap-3`}>
            <p>1,111.11 ppm</p>
            <p>8,888.88 ppm</p>
          </div>
        ),
      },
    ],
  },
  {
    name: 'Icons',
    about: 'Drawn on one grid in the colour of their text. They never stand for a word alone.',
    states: [
      {
        name: 'All',
        render: () => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
            {iconNames().map((name) => (
              <span key={name} className="flex flex-wrap items-center gap-x-6 gap-y-4">
                <Icon name={name} size="large" />
                {name}
              </span>
            ))}
          </div>
        ),
      },
    ],
  },
  {
    name: 'Buttons',
    about: 'One primary action on a page. What is at work keeps its focus and says so.',
    states: [
      {
        name: 'Kinds',
        render: () => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <Button variant="contained">Primary</Button>
            <Button variant="outlined">Other</Button>
            <Button>Quiet</Button>
            <Button variant="contained" startIcon={<Icon name="add" />}>
              With a sign
            </Button>
            <IconButton aria-label="Refresh">
              <Icon name="refresh" size="medium" />
            </IconButton>
          </div>
        ),
      },
      {
        name: 'Not now',
        render: () => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <Button variant="contained" disabled>
              Primary
            </Button>
            <Button variant="outlined" disabled>
              Other
            </Button>
            <Button variant="contained" aria-disabled>
              Saving…
            </Button>
          </div>
        ),
      },
      {
        name: 'Copies a text, and says so',
        render: () => <CopyButton text="gatehouse/v1/door-01/state" label="Copy the topic" />,
      },
      {
        name: 'A code to be scanned',
        render: () => <QrCode text="https://gatehouse.example/display" label="QR code of a link" />,
      },
      {
        name: 'One of a few',
        render: () => (
          <ToggleChoice
            label="Period"
            value="day"
            options={[
              ['day', 'Day'],
              ['week', 'Week'],
              ['month', 'Month'],
            ]}
            onChange={() => {}}
          />
        ),
      },
    ],
  },
]

const Swatches = ({ names }: { readonly names: readonly string[] }) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
    {names.map((name) => (
      <span key={name} className={`${styles.swatch} grid gap-1 text-sm`} style={{ '--swatch': `var(--${name})` }}>
        {name}
      </span>
    ))}
  </div>
)
