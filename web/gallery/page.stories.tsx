// The parts of a page: its header, cards, facts, people.
import Button from '@mui/material/Button'
import { Avatar } from '../ui/primitives/avatar.tsx'
import { Card } from '../ui/primitives/card.tsx'
import { Cards, Columns } from '../ui/primitives/columns.tsx'
import { Fact, Facts } from '../ui/primitives/facts.tsx'
import { Icon } from '../ui/primitives/icon.tsx'
import { LabelChip } from '../ui/primitives/label-chip.tsx'
import { PageHeader } from '../ui/primitives/page-header.tsx'
import { Paper } from '../ui/paper/paper.tsx'
import { PersonLine } from '../ui/primitives/person-line.tsx'
import { ScrollRegion } from '../ui/primitives/scroll-region.tsx'
import { TabbedPage } from '../ui/primitives/tabbed-page.tsx'
import { When } from '../ui/time/when.tsx'
import { ago } from './samples.ts'
import type { Story } from './story.ts'

const longName = 'Northern stairwell and fire lobby of the second floor, behind the archive of the drawings'

export const pageStories: readonly Story[] = [
  {
    name: 'Tabbed page',
    about: 'A page of parts, each at an address of its own.',
    states: [
      {
        name: 'The first part',
        render: () => (
          <TabbedPage
            home="/tabbed-page"
            title="Gas monitoring"
            lead="Every channel"
            tabs={[
              { path: '', label: 'Now', Part: () => <p>Twelve channels.</p> },
              { path: 'shift', label: 'Shift report', Part: () => <p>Eight hours.</p> },
            ]}
          />
        ),
      },
    ],
  },
  {
    name: 'Paper',
    about: 'What is printed: nothing else is on paper, and its head is on each page.',
    states: [
      {
        name: 'A report',
        render: () => (
          <Paper label="Shift report as it is printed" head="Gas, 06:00 to 14:00">
            <h2>Gas, 06:00 to 14:00</h2>
            <p>Nothing was beyond its set points.</p>
          </Paper>
        ),
      },
    ],
  },
  {
    name: 'Page header',
    about: 'Where one is, what it is, and the one primary action of the page.',
    states: [
      { name: 'Title alone', render: () => <PageHeader title="Doors" /> },
      {
        name: 'With everything',
        render: () => (
          <PageHeader
            title="Plant room"
            lead="Fail-secure, third floor"
            breadcrumbs={[{ label: 'Doors', to: '/page-header' }]}
            action={
              <Button variant="contained" startIcon={<Icon name="add" />}>
                Add door
              </Button>
            }
          />
        ),
      },
      {
        name: 'A long name',
        render: () => <PageHeader title={longName} action={<Button variant="contained">Edit</Button>} />,
      },
    ],
  },
  {
    name: 'Cards',
    about: 'Titled parts of a page, below each other or in columns, with what is known as names and values.',
    states: [
      {
        name: 'In columns',
        render: () => (
          <Columns split="minmax(0, 3fr) minmax(0, 2fr)">
            <Cards>
              <Card title="Decision" note="3 of them">
                <Facts>
                  <Fact label="Result">Granted</Fact>
                  <Fact label="Where">{longName}</Fact>
                  <Fact label="When">
                    <When at={ago(95)} />
                  </Fact>
                </Facts>
              </Card>
            </Cards>
            <Card title="Neighbours" action={<Button size="small">Show all</Button>}>
              <Facts>
                <Fact label="Before">North entrance</Fact>
              </Facts>
            </Card>
          </Columns>
        ),
      },
      {
        name: 'A part that scrolls',
        render: () => (
          <ScrollRegion label="Entrances" className={undefined} bounded>
            <ul>
              {['North entrance', 'Side entrance', longName].map((name) => (
                <li key={name}>
                  <Button data-rove tabIndex={-1}>
                    {name}
                  </Button>
                </li>
              ))}
            </ul>
          </ScrollRegion>
        ),
      },
    ],
  },
  {
    name: 'People and labels',
    about: 'A person with picture or initials, and labels in their own colours with text that can be read on them.',
    states: [
      {
        name: 'People',
        render: () => (
          <div className="grid grid-cols-1 gap-4">
            <PersonLine picture={null} name="Ada Byron">
              <strong>Ada Byron</strong> ada.byron@example.com
            </PersonLine>
            <PersonLine picture={null} name="Kwame Mensah" size="medium">
              <strong>Kwame Mensah</strong> a.very.long.address.that.goes.on.and.on@a-company-with-a-long-name.example
            </PersonLine>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
              {(['small', 'medium', 'large'] as const).map((size) => (
                <Avatar key={size} picture={null} name="Zoë Ångström" size={size} label="Zoë Ångström" />
              ))}
            </div>
          </div>
        ),
      },
      {
        name: 'Labels',
        render: () => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            {['#0f172a', '#fde047', '#dc2626', '#22c55e', '#7dd3fc', 'no colour'].map((colour) => (
              <LabelChip key={colour} name={colour} colour={colour} />
            ))}
          </div>
        ),
      },
    ],
  },
]
