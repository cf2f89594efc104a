// Whether a company may speak to the public on the blog of the installation; chosen by who looks after all companies.
import * as companies from '@gatehouse/contract/identity/companies'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { useHolds, useMissing } from '../../kit/can.tsx'
import { SwitchLine } from '../../ui/forms/switch-line.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { toast } from '../../ui/feedback/toast.ts'

export const PublishingCard = ({ company }: { readonly company: companies.Company }) => {
  const { id, name, publishes } = company
  const mayChoose = useMissing(companies.setPublishing).length === 0
  const begins = useHolds(['create_blog'])
  const edits = useHolds(['edit_blog'])
  const [wanted, setWanted] = useState<boolean | null>(null)
  const latest = useRef<boolean | null>(null)
  // Who changes their mind while the first choice is on its way means the last: sent after it, never lost.
  const choose = async (next: boolean) => {
    const underWay = latest.current !== null
    latest.current = next
    setWanted(next)
    if (underWay) return
    try {
      for (let sent: boolean | null = null; sent !== latest.current; ) {
        sent = latest.current ?? next
        await call(companies.setPublishing, { companyId: id, publishes: sent })
        toast('success', sent ? `${name} may publish now.` : `Nothing of ${name} is public any more.`)
      }
    } catch (error) {
      toast('error', messageOf(error, 'Your choice could not be saved. Please try again.'))
    } finally {
      latest.current = null
      setWanted(null)
    }
  }
  if (!(mayChoose || begins || edits)) return null
  const shown = wanted ?? publishes
  return (
    <Card title="Public blog">
      {mayChoose && (
        <SwitchLine
          className="min-h-[52px] px-4 py-2 wrap-anywhere"
          label={`${name} may publish`}
          checked={shown}
          onChange={(checked) => void choose(checked)}
        />
      )}
      <p className="px-4 pt-2 pb-4">
        {shown
          ? 'What its writers publish is on the blog of this installation, in its feed and in search engines, for everybody.'
          : 'Its writers can write and keep drafts. Nothing of it is public, and what was published or scheduled before is out of sight as long as that is so.'}{' '}
        {!mayChoose && 'Who looks after all companies decides about that.'}
      </p>
    </Card>
  )
}
