// One visitor pass: its code to show or print, the visit, and what may be done next.
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { QrCode } from '../../ui/charts/qr-code.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { printPass } from './print-pass.ts'
import { type LastVisit, VisitButton } from './visit-button.tsx'
import { VisitWord } from './visit-word.tsx'
import { momentText, usesText } from './visit-words.ts'

interface PassSheetProps {
  readonly passId: string
  readonly closed: To
  readonly onVisit: (last: LastVisit) => void
}

export const PassSheet = ({ passId, closed, onVisit }: PassSheetProps) => {
  const query = useQuery(queryOf(passes.byId, { passId }))
  const may = useMissing(passes.withdraw).length === 0
  const { pass, code } = query.data ?? {}
  const show = useMomentText()
  return (
    <AnswerSheet
      op={passes.byId}
      query={query}
      title={pass?.visitor ?? 'Visitor pass'}
      subtitle={pass?.company}
      rows={8}
      failed="This visitor pass could not be loaded"
      gone={{ title: 'This pass is not there', says: 'It may be for a door that you do not see.' }}
      closed={closed}
      foot={
        may &&
        pass &&
        code !== undefined && (
          <>
            {pass.state === 'issued' && <RevokeButton pass={pass} />}
            {pass.state === 'issued' && pass.email !== null && <ResendButton pass={pass} />}
            {code !== null && (
              <Button variant="outlined" onClick={() => printPass(pass, code, show)}>
                Print
              </Button>
            )}
            <VisitButton pass={pass} variant="contained" onDone={onVisit} />
          </>
        )
      }
    >
      {(answer) => (
        <div className="grid grid-cols-1 content-start gap-4">
          {answer.code !== null && (
            <>
              <QrCode text={answer.code} label={`QR code of the pass of ${answer.pass.visitor}`} />
              <p className="text-center text-sm wrap-anywhere text-muted">
                Code <code>{answer.code.replace('pass:', '')}</code>
              </p>
            </>
          )}
          <PassFacts pass={answer.pass} />
        </div>
      )}
    </AnswerSheet>
  )
}

const useMomentText = () => {
  const timeZone = useTimeZone()
  return (at: string) => momentText(at, timeZone)
}

const PassFacts = ({ pass }: { readonly pass: Pass }) => {
  const show = useMomentText()
  return (
    <Facts>
      <Fact label="State">
        <VisitWord pass={pass} />
      </Fact>
      <Fact label="Host">{pass.host?.name ?? 'Not set'}</Fact>
      <Fact label="From">{show(pass.from)}</Fact>
      <Fact label="Until">{show(pass.to)}</Fact>
      <Fact label="Entries allowed">{usesText(pass)}</Fact>
      {pass.lastUsedAt !== null && <Fact label="Last entry">{show(pass.lastUsedAt)}</Fact>}
      {pass.level && <Fact label="Level">{pass.level.name}</Fact>}
      {pass.doors.length > 0 && <Fact label="Doors">{pass.doors.map(({ name }) => name).join(', ')}</Fact>}
      {pass.escortNeeded && <Fact label="Escort">Required</Fact>}
      {pass.note !== '' && <Fact label="Note">{pass.note}</Fact>}
      <Fact label="Sent to">{pass.email ?? 'Not sent'}</Fact>
      <Fact label="Issued">
        {show(pass.issuedAt)}
        {pass.issuedBy && ` by ${pass.issuedBy}`}
      </Fact>
    </Facts>
  )
}

const RevokeButton = ({ pass }: { readonly pass: Pass }) => {
  const isOver = useClock((now) => now >= Date.parse(pass.to))
  if (isOver) return null
  return (
    <ConfirmButton
      color="error"
      title={`Revoke the pass of ${pass.visitor}?`}
      action="Revoke"
      reason={{ label: 'Why' }}
      run={(reason) => call(passes.withdraw, { passId: pass.id, reason })}
      done={`The pass of ${pass.visitor} is revoked.`}
    >
      <p>It opens nothing from now on, on paper or on a phone. Doors still let the visitor out.</p>
    </ConfirmButton>
  )
}

const ResendButton = ({ pass }: { readonly pass: Pass }) => (
  <CallButton
    busy="Sending…"
    failed="It could not be sent. Please try again."
    run={async () => {
      await call(passes.resend, { passId: pass.id })
      toast('success', `The pass is on its way to ${pass.email}. The link of the e-mail before is void.`)
    }}
  >
    Send again
  </CallButton>
)
