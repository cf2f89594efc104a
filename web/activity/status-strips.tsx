// Above the log: what goes on beside it, an export or a check, and how it ended.
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { Icon, type IconName } from '../ui/icon.tsx'
import { opensSheet } from '../ui/sheet-link.ts'
import type { State } from '../ui/tokens.ts'
import { When } from '../ui/when.tsx'
import styles from './activity.module.css'
import { forgetExport, sizeText, stopExport, useExport } from './exporting.ts'
import { verdictOf } from './verdict.ts'
import { forgetVerification, stopVerification, useVerification, type Verification } from './verification.ts'
import { Elapsed } from './verify-word.tsx'
import { yearsText } from './years-text.ts'

/** `verify`: the address of the check. */
export const StatusStrips = ({ verify }: { readonly verify: To }) => {
  const verification = useVerification()
  return (
    <div className={styles.strips}>
      {verification.is !== 'not begun' && <VerificationStrip verification={verification} verify={verify} />}
      <ExportStrip />
    </div>
  )
}

interface VerificationStripProps {
  readonly verification: Exclude<Verification, { is: 'not begun' }>
  readonly verify: To
}

const VerificationStrip = ({ verification, verify }: VerificationStripProps) => {
  if (verification.is === 'running') {
    return (
      <Strip state="information" icon="refresh" end={<Button onClick={stopVerification}>Stop</Button>}>
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
          <Dismiss what="the result of the check" onClick={forgetVerification} />
        </>
      }
    >
      {shown.text}{' '}
      <span className={styles.quiet}>
        <When at={new Date(verification.at).toISOString()} />
      </span>
    </Strip>
  )
}

const ExportStrip = () => {
  const exported = useExport()
  if (exported.is === 'none') return null
  const { name, bytes } = exported
  if (exported.is === 'running') {
    return (
      <Strip state="information" icon="download" end={<Button onClick={stopExport}>Cancel</Button>}>
        Exporting {name}: <span className={styles.elapsed}>{sizeText(bytes)}</span> so far
      </Strip>
    )
  }
  const dismiss = <Dismiss what="the export" onClick={forgetExport} />
  if (exported.is === 'failed') {
    return (
      <Strip state="critical" icon="critical" end={dismiss}>
        {name} is not there. {exported.why}
      </Strip>
    )
  }
  return (
    <Strip state="normal" icon="normal" end={dismiss}>
      {name} is there, whole: {sizeText(bytes)}.
    </Strip>
  )
}

const Dismiss = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <IconButton aria-label={`Take away ${what}`} onClick={onClick}>
    <Icon name="close" size="medium" />
  </IconButton>
)

interface StripProps {
  readonly state: State
  readonly icon: IconName
  readonly end: ReactNode
  readonly children: ReactNode
}

const Strip = ({ state, icon, end, children }: StripProps) => (
  <div className={styles.strip} data-state={state}>
    <Icon name={icon} size="medium" />
    <p role={state === 'critical' ? 'alert' : undefined}>{children}</p>
    {end}
  </div>
)
