// Above the log: what goes on beside it, an export or a check, and how it ended.
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { Dismiss, Strip, Strips } from '../../ui/primitives/strip.tsx'
import { When } from '../../ui/time/when.tsx'
import { verdictOf } from './verdict.ts'
import { recordCheck, useVerification, type Verification } from './verification.ts'
import { Elapsed } from './verify-word.tsx'
import { yearsText } from './years-text.ts'

/** `verify`: the address of the check. */
export const StatusStrips = ({ verify }: { readonly verify: To }) => {
  const verification = useVerification()
  return (
    <Strips>
      {verification.is !== 'not begun' && <VerificationStrip verification={verification} verify={verify} />}
      <ExportStrip />
    </Strips>
  )
}

interface VerificationStripProps {
  readonly verification: Exclude<Verification, { is: 'not begun' }>
  readonly verify: To
}

const VerificationStrip = ({ verification, verify }: VerificationStripProps) => {
  if (verification.is === 'running') {
    return (
      <Strip state="information" icon="refresh" end={<Button onClick={() => recordCheck().stop()}>Stop</Button>}>
        Verifying the record… <Elapsed since={verification.since} />
      </Strip>
    )
  }
  const shown =
    verification.is === 'finished'
      ? verdictOf(verification.answer, yearsText(verification.stretch, verification.at))
      : { state: 'warning' as const, icon: 'warning' as const, text: `The record was not checked: ${verification.why}` }
  return (
    <Strip
      {...shown}
      end={
        <>
          <Button component={Link} to={verify} state={opensSheet}>
            {shown.state === 'critical' ? 'What now?' : 'Details'}
          </Button>
          <Dismiss what="the result of the check" onClick={() => recordCheck().forget()} />
        </>
      }
    >
      {shown.text}{' '}
      <span className="text-muted">
        <When at={new Date(verification.at).toISOString()} />
      </span>
    </Strip>
  )
}
