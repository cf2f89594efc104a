// The check of the record: what it is, how it goes, what it found, and the checkpoints to be kept elsewhere.
import { checkpoints } from '@gatehouse/contract/record/activity'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { dayOf, exactTime, useTimeZone } from '../../kit/time.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { saveFile } from '../../ui/tables/save-and-print.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { isHere } from './is-here.ts'
import { type Filters, momentsOf } from './activity-filters.ts'
import { type Broken, verdictOf } from './verdict.ts'
import { type Answer, recordCheck, useVerification, type Verification } from './verification.ts'
import { Elapsed } from './verify-word.tsx'
import { yearsText } from './years-text.ts'

interface VerifySheetProps {
  readonly filters: Filters
  readonly closed: To
}

export const VerifySheet = ({ filters: { range }, closed }: VerifySheetProps) => {
  const verification = useVerification()
  const timeZone = useTimeZone()
  const [within, setWithin] = useState<'all' | 'period'>('all')
  const running = verification.is === 'running'
  const start = async () => {
    const now = serverNow()
    const ended = await recordCheck().start(within === 'period' ? momentsOf(range, now, timeZone) : {})
    // Who is still here sees it.
    if (ended === null || isHere()) return
    const good = ended.is === 'finished' && verdictOf(ended.answer, null).state !== 'critical'
    if (good) toast('success', 'The check of the record has finished.')
    else toast('error', ended.is === 'failed' ? 'The record could not be checked.' : 'The record does not hold.')
  }
  return (
    <SideSheet
      title="Verify the record"
      subtitle="Whether every entry is as it was written"
      closed={closed}
      foot={
        running ? (
          <Button onClick={() => recordCheck().stop()}>Stop</Button>
        ) : (
          <Button variant="contained" onClick={() => void start()}>
            {verification.is === 'not begun' ? 'Verify' : 'Verify again'}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5 pointer-coarse:[&_label]:min-h-touch [&_section_p]:mb-3">
        <p>
          Every entry carries a fingerprint of itself and of the one before it. The check computes all of them anew and
          compares: an entry that was changed, taken out or moved by anybody, also in the database, is found.
        </p>
        {range !== null && !running && (
          <RadioGroup
            aria-label="What is checked"
            value={within}
            onChange={(_, value) => setWithin(value === 'period' ? 'period' : 'all')}
          >
            <FormControlLabel value="all" control={<Radio />} label="Every entry there is" />
            <FormControlLabel
              value="period"
              control={<Radio />}
              label={`Only those of ${yearsText(momentsOf(range, serverNow(), timeZone), serverNow())}, where what is filtered lies`}
            />
          </RadioGroup>
        )}
        <Progress verification={verification} />
      </div>
    </SideSheet>
  )
}

const Progress = ({ verification }: { readonly verification: Verification }) => {
  if (verification.is === 'not begun') return null
  if (verification.is === 'running') {
    const { stretch, since } = verification
    const years = yearsText(stretch, since)
    return (
      <div className="grid gap-2">
        <LinearProgress aria-label="Verifying the record" />
        <p>
          Verifying every entry{years === null ? '' : ` of ${years}`}… <Elapsed since={since} />
        </p>
        <p className="text-sm text-muted">You may leave this page: the result will be here.</p>
      </div>
    )
  }
  if (verification.is === 'failed') {
    return <Failure text={`The check did not finish, so nothing is known: ${verification.why}`} />
  }
  const { answer, at, stretch } = verification
  return <Result answer={answer} at={at} years={yearsText(stretch, at)} />
}

interface ResultProps {
  readonly answer: Answer
  readonly at: number
  /** null: all there are. */
  readonly years: string | null
}

const Result = ({ answer, at, years }: ResultProps) => {
  const { state, icon, text } = verdictOf(answer, years)
  const timeZone = useTimeZone()
  return (
    <>
      <div
        className="flex gap-3 rounded border border-current bg-sunken p-4 text-information data-[state=critical]:text-critical data-[state=normal]:text-normal"
        data-state={state}
      >
        <Icon name={icon} size="large" />
        <div>
          <p className="font-semibold wrap-anywhere" role={state === 'critical' ? 'alert' : 'status'}>
            {text}
          </p>
          <p className="text-sm text-muted">Checked {exactTime(new Date(at).toISOString(), timeZone)}</p>
        </div>
      </div>
      {answer.firstBroken && <WhereItBreaks broken={answer.firstBroken} />}
      <Checkpoints answer={answer} at={at} />
    </>
  )
}

const WhereItBreaks = ({ broken: { chain, seq, entryId, at, says: text } }: { readonly broken: Broken }) => {
  const timeZone = useTimeZone()
  return (
    <>
      <section>
        <h3>The first link that does not hold</h3>
        <Facts flush>
          <Fact label="Chain">
            <code>{chain}</code>
          </Fact>
          <Fact label="Number">{seq === null ? 'none: it was never sealed' : seq.toLocaleString('en-GB')}</Fact>
          <Fact label="Written">{at === null ? 'not known' : exactTime(at, timeZone)}</Fact>
          <Fact label="Entry">
            {entryId === null ? (
              'not there any more'
            ) : (
              <Link to={`/activity-logs/${entryId}`}>Open what stands there</Link>
            )}
          </Fact>
          <Fact label="Found">{text}</Fact>
        </Facts>
      </section>
      <section>
        <h3>What to do now</h3>
        <ol className="mb-3 grid gap-2 ps-5 [list-style:decimal]">
          <li>Change nothing: let whoever runs this installation copy the database as it is, with its logs.</li>
          <li>
            Check that copy against a checkpoint that was kept elsewhere:{' '}
            <code>npm run record -- verify --checkpoint FILE</code>
          </li>
          <li>Find out who could write to the database since the last check that held, and restore a copy of it.</li>
        </ol>
        <p className="text-sm text-muted">
          Entries before this one are proven; those after it are not. More about it: docs/record.md, which comes with
          Gatehouse.
        </p>
      </section>
    </>
  )
}

const Checkpoints = ({ answer, at }: { readonly answer: Answer; readonly at: number }) => {
  const timeZone = useTimeZone()
  const { busy, failure, attempt } = useAttempt('The checkpoints could not be fetched. Please try again.')
  const save = async () => {
    const { publicKey } = await call(checkpoints, {})
    const stored = { checkedAt: new Date(at).toISOString(), ...answer, publicKey }
    const file = new Blob([`${JSON.stringify(stored, null, 2)}\n`], { type: 'application/json' })
    saveFile(file, `checkpoints-${dayOf(at, timeZone)}.json`)
  }
  const { length } = answer.checkpoints
  return (
    <section>
      <h3>Store the checkpoint externally</h3>
      <p>
        {length === 0
          ? 'There is no checkpoint yet: the first one is signed once entries are there.'
          : `${length === 1 ? 'A checkpoint is' : `${length} checkpoints are`} the newest ${length === 1 ? 'fingerprint' : 'fingerprints'} of the record, signed. Kept where nobody of this installation can write, ${length === 1 ? 'it proves' : 'they prove'} later that nothing was rewritten.`}
      </p>
      {length > 0 && (
        // Not disabled while it is busy: that would take the focus, and with it the keys, out of the sheet.
        <Button
          variant="outlined"
          startIcon={<Icon name="download" />}
          aria-disabled={busy}
          onClick={() => void attempt(save)}
        >
          Download the {length === 1 ? 'checkpoint' : 'checkpoints'}
        </Button>
      )}
      <Failure text={failure} />
    </section>
  )
}
