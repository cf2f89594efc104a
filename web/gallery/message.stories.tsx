// What the product says by itself: banners, toasts, and parts that did not arrive.
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { Banner } from '../ui/feedback/banner.tsx'
import { Exported } from '../ui/tables/export-strip.tsx'
import { Failure } from '../ui/feedback/failure.tsx'
import { later } from '../ui/feedback/later.tsx'
import { RollCallLink } from '../ui/feedback/roll-call-offer.tsx'
import { FootBar } from '../ui/primitives/foot-bar.tsx'
import { Dismiss, Strip, Strips } from '../ui/primitives/strip.tsx'
import { ChangedMeanwhile } from '../ui/sheets/changed-meanwhile.tsx'
import { toast } from '../ui/feedback/toast.ts'
import styles from './gallery.module.css'
import type { Story } from './story.ts'

export const messageStories: readonly Story[] = [
  {
    name: 'Banner',
    about: 'A message at the top centre; some leave by themselves.',
    states: (['information', 'normal', 'warning', 'critical'] as const).map((state) => ({
      name: state.replace(/^./, (letter) => letter.toUpperCase()),
      render: () => (
        <div className={styles.window}>
          <Banner state={state} text="Your session has expired" />
        </div>
      ),
    })),
  },
  {
    name: 'Toast',
    about: 'What was done, or could not be; it leaves after six seconds.',
    states: [
      {
        name: 'Three at once',
        press: 'Say all three',
        render: () => (
          <Button
            variant="outlined"
            onClick={() => {
              toast('success', 'The label “Laboratory” was deleted.')
              toast('warning', 'Your session ends in five minutes.')
              toast('error', 'Search failed. Please try again.')
            }}
          >
            Say all three
          </Button>
        ),
      },
    ],
  },
  {
    name: 'Strip',
    about: 'Lines above a list: what goes on beside it, and how it ended.',
    states: [
      {
        name: 'A file on its way',
        render: () => <Exported exported={{ is: 'running', name: 'entries.csv', bytes: 48_200_000 }} />,
      },
      {
        name: 'There, and not there',
        render: () => (
          <Strips>
            <Exported exported={{ is: 'finished', name: 'entries.csv', bytes: 96_400_000 }} />
            <Exported
              exported={{ is: 'failed', name: 'entries.pdf', bytes: 0, why: 'It would have too many pages.' }}
            />
          </Strips>
        ),
      },
      {
        name: 'At the foot of a page',
        render: () => (
          <FootBar label="The chosen alarms" words="3 alarms chosen">
            <Button>Select none</Button>
            <Button variant="contained">Acknowledge 3 alarms</Button>
          </FootBar>
        ),
      },
      {
        name: 'Something else',
        render: () => (
          <Strip state="warning" icon="warning" end={<Dismiss what="the warning" onClick={() => undefined} />}>
            The record is being verified.
          </Strip>
        ),
      },
    ],
  },
  {
    name: 'Roll-call',
    about: 'Where something happens that may bring people out: the roll-call of it, or beginning one.',
    states: [
      { name: 'None yet', render: () => <RollCallLink to="/roll-call" /> },
      { name: 'Under way', render: () => <RollCallLink isUnderWay to="/roll-call" /> },
    ],
  },
  {
    name: 'Changed meanwhile',
    about: 'Somebody else saved what is being edited: what was typed stays, and whoever edits decides.',
    states: [
      {
        name: 'In a form',
        render: () => (
          <ChangedMeanwhile
            what="policy"
            by="Kwame Mensah"
            at="2026-11-21T06:50:00.000Z"
            onKeepMine={() => {}}
            onLoadTheirs={() => {}}
          >
            <p className="font-semibold">Late nights</p>
          </ChangedMeanwhile>
        ),
      },
    ],
  },
  {
    name: 'Failure',
    about: 'What went wrong with a form, and a part of the screen that could not be fetched.',
    states: [
      {
        name: 'Of a form',
        render: () => <Failure text="Somebody else has changed this meanwhile. Look at it again first." />,
      },
      {
        name: 'A part that did not arrive',
        render: () => (
          <div className="grid grid-cols-1 gap-4">
            <Suspense>
              <Missing />
            </Suspense>
          </div>
        ),
      },
    ],
  },
]

const Missing = later<object>(() => Promise.reject(new Error('Loading chunk failed')))
