// What lies over a page: sheets, questions, and what has to be held.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import Button from '@mui/material/Button'
import { ApiError } from '../kit/data/api.ts'
import { CallButton } from '../ui/primitives/call-button.tsx'
import { ConfirmButton } from '../ui/sheets/confirm-button.tsx'
import { Confirm } from '../ui/sheets/confirm.tsx'
import { Fact, Facts } from '../ui/primitives/facts.tsx'
import { FormSheet } from '../ui/sheets/form-sheet.tsx'
import { HoldButton } from '../ui/sheets/hold-button.tsx'
import { HoldConfirm } from '../ui/sheets/hold-confirm.tsx'
import { SideSheet } from '../ui/sheets/side-sheet.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { Opened } from './opened.tsx'
import type { Story } from './story.ts'

export const overStories: readonly Story[] = [
  {
    name: 'Side sheet',
    about: 'Details beside a page, at an address of their own: Back and Escape close it, the link can be shared.',
    states: [
      {
        name: 'Details',
        press: 'Open the details',
        render: () => (
          <Opened id="details" label="Open the details">
            {(closed) => (
              <SideSheet
                title="Plant room"
                subtitle="Third floor"
                closed={closed}
                foot={<Button variant="contained">Unlock for 5 s</Button>}
              >
                <Facts>
                  <Fact label="State">Locked</Fact>
                  <Fact label="Battery">84 %</Fact>
                </Facts>
              </SideSheet>
            )}
          </Opened>
        ),
      },
      {
        name: 'A form',
        press: 'Open the form',
        render: () => (
          <Opened id="form" label="Open the form">
            {(closed) => <LabelForm closed={closed} />}
          </Opened>
        ),
      },
    ],
  },
  {
    name: 'Question',
    about: 'Before something is done: it names the object and the effect, and keeps what was typed when it fails.',
    states: [
      {
        name: 'Plain',
        press: 'Suspend',
        render: () => (
          <Opened id="plain" label="Suspend">
            {(_, close) => (
              <Confirm
                title="Suspend Ada Byron?"
                action="Suspend"
                busy="Suspending…"
                onConfirm={async () => {}}
                onClose={close}
              >
                <p>Every session of theirs ends at once. Their cards go on working.</p>
              </Confirm>
            )}
          </Opened>
        ),
      },
      {
        name: 'With a reason',
        press: 'Delete',
        render: () => (
          <Opened id="reason" label="Delete">
            {(_, close) => (
              <Confirm
                title="Delete the label “Laboratory”?"
                action="Delete"
                busy="Deleting…"
                tone="danger"
                reason={{ label: 'Reason' }}
                onConfirm={refuse}
                onClose={close}
              >
                <p>3 doors and 2 zones are then seen by everybody.</p>
              </Confirm>
            )}
          </Opened>
        ),
      },
    ],
  },
  {
    name: 'Buttons that call',
    about: 'One that asks first, one that does it at once; neither can be pressed twice while it is under way.',
    states: [
      {
        name: 'With a question',
        render: () => (
          <ConfirmButton
            title="Remove the group Lobby?"
            action="Remove"
            run={() => Promise.resolve()}
            done="The group Lobby is removed."
          >
            <p>Its doors stay.</p>
          </ConfirmButton>
        ),
      },
      {
        name: 'At once',
        render: () => (
          <CallButton
            variant="outlined"
            run={() => new Promise(() => {})}
            busy="Sending…"
            failed="It could not be sent"
          >
            Send again
          </CallButton>
        ),
      },
    ],
  },
  {
    name: 'Hold to confirm',
    about:
      'What is physical and reaches far is held for 1.5 seconds, by pointer or by Space or Enter. A click does nothing.',
    states: [
      { name: 'Button', render: () => <Held /> },
      {
        name: 'While it is being done',
        render: () => <HoldButton label="Lock down" busy="Locking down…" onHeld={() => {}} />,
      },
      {
        name: 'With what it is done to',
        press: 'Lock down the building',
        render: () => (
          <Opened id="lockdown" label="Lock down the building">
            {(_, close) => (
              <HoldConfirm
                title="Lock down Meridian Tower?"
                action="Hold to lock down"
                busy="Locking down…"
                onConfirm={async () => {}}
                onClose={close}
              >
                <p>
                  These doors lock at once and stay locked until the lockdown is released. People inside can still
                  leave.
                </p>
                <ul>
                  <li>North entrance</li>
                  <li>Side entrance, Mill Lane</li>
                  <li>Loading bay</li>
                </ul>
              </HoldConfirm>
            )}
          </Opened>
        ),
      },
    ],
  },
]

const refuse = async (): Promise<void> => {
  throw new ApiError(409, {
    code: 'IN_USE',
    message: 'Somebody has just put it on another door. Look at it again first.',
  })
}

const Held = () => {
  const [times, setTimes] = useState(0)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <HoldButton label="Hold to lock down" onHeld={() => setTimes((so) => so + 1)} />
      <output>{times === 0 ? 'Not done' : `Done ${times} ${times === 1 ? 'time' : 'times'}`}</output>
    </div>
  )
}

const LabelForm = ({ closed }: { readonly closed: To }) => {
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <FormSheet
      title="New label"
      subtitle="Marks what only some may see."
      closed={closed}
      form={form}
      draft="gallery-label"
      what="The new label"
      label="Add label"
      send={async ({ name }) => `${name} was added`}
    >
      <TextInput
        control={form.control}
        name="name"
        label="Name"
        rule={(value) => (value.trim() === '' ? 'Give it a name' : null)}
        required
      />
    </FormSheet>
  )
}
