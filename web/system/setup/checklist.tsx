// The first steps with what is done of them, the way to each, and the choice to skip one.
import * as setup from '@gatehouse/contract/system/setup'
import type { SetUp, Step } from '@gatehouse/contract/system/setup'
import { useSession } from '../../kit/session/session-state.ts'
import { call } from '../../kit/data/api.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { stepWords } from './step-words.ts'

type State = SetUp['steps'][number]['state']

export const Checklist = ({ data }: { readonly data: SetUp }) => {
  const { steps } = data
  const settled = steps.filter(({ state }) => state !== 'open').length
  const next = steps.find(({ state }) => state === 'open')?.step
  const skipped = steps.flatMap(({ step, state }) => (state === 'skipped' ? [step] : []))
  const skip = (step: Step, wanted: boolean) => () =>
    call(setup.change, { skipped: wanted ? [...skipped, step] : skipped.filter((one) => one !== step) })
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4">
      <progress
        className="h-[6px] w-full appearance-none overflow-hidden rounded border-0 bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
        aria-label="Set-up"
        max={steps.length}
        value={settled}
      />
      <ol className="grid grid-cols-1">
        {steps.map(({ step, state }) => (
          <li
            key={step}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-t-line py-3 first:border-t-0"
          >
            <Line step={step} state={state} data={data} />
            <span className="flex flex-wrap items-center gap-2">
              {state === 'open' && <Ways step={step} isNext={step === next} />}
              {state !== 'done' && (
                <CallButton
                  size="small"
                  run={skip(step, state === 'open')}
                  failed="This could not be saved"
                  aria-label={`${state === 'open' ? 'Skip' : 'Do not skip'}: ${stepWords[step].title}`}
                >
                  {state === 'open' ? 'Skip' : 'Do not skip'}
                </CallButton>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const signs = { done: 'normal', skipped: 'shelved', open: 'unmet' } as const

const Line = ({ step, state, data }: { readonly step: Step; readonly state: State; readonly data: SetUp }) => (
  <span className="flex min-w-0 flex-[1_1_20rem] items-start gap-3 [&>svg]:mt-[0.2em]">
    <Icon name={signs[state]} className={state === 'done' ? 'text-normal' : 'text-muted'} />
    <span className="grid min-w-0 grid-cols-1 gap-[2px]">
      <span className="font-[550]">
        {stepWords[step].title}
        {state !== 'open' && (
          <span className="ms-2 text-sm font-normal text-muted">{state === 'done' ? 'Done' : 'Skipped'}</span>
        )}
      </span>
      {state === 'open' && <span className="text-sm text-muted">{stepWords[step].about}</span>}
      {state === 'open' && step === 'mail' && <MailState data={data} />}
    </span>
  </span>
)

const Ways = ({ step, isNext }: { readonly step: Step; readonly isNext: boolean }) => {
  const { permissions } = useSession()
  if (step === 'mail') {
    return (
      <CallButton
        variant={isNext ? 'contained' : 'outlined'}
        run={() => call(setup.testMail, {})}
        busy="Sending…"
        failed="The test mail could not be sent"
      >
        Send a test mail
      </CallButton>
    )
  }
  const ways = stepWords[step].places.filter(({ needs }) => permissions.has(needs))
  return ways.map(({ label, to }, index) => (
    <PlainButtonLink key={to} to={to} bare={index > 0}>
      {label}
    </PlainButtonLink>
  ))
}

/** Where mails go, and what became of the last test. */
const MailState = ({ data: { mailServer, testMail } }: { readonly data: SetUp }) => (
  <>
    {!mailServer && (
      <span className="text-sm wrap-anywhere text-warning">
        No mail server is set: mails stay in the folder of this server and reach nobody. Set <code>SMTP_URL</code>, for
        example <code>smtp://user:password@mail.example.org:587</code>, and start again.
      </span>
    )}
    {testMail && (
      <output className="text-sm wrap-anywhere">
        {testMail.status === 'queued' && `The test mail to ${testMail.to} is being sent.`}
        {testMail.status === 'sent' && `The test mail to ${testMail.to} is in the local mailbox.`}
        {testMail.status === 'failed' &&
          `The test mail to ${testMail.to} was not accepted: ${testMail.error ?? 'no reason was given'}`}
      </output>
    )}
  </>
)
