// What proves an entry: its place in the chain, the fingerprints around it, and the checkpoint that was signed over it.
import type { byId } from '@gatehouse/contract/record/activity'
import type { Output } from '@gatehouse/contract/operation'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

type Proof = Output<typeof byId>['proof']

export const EntryProof = ({ proof }: { readonly proof: Proof }) => (
  <section>
    <h3>Proof</h3>
    {proof === null ? (
      <output>
        <StatusWord state="information" icon="stale" word="Being sealed" /> It gets its number and its fingerprint
        within moments.
      </output>
    ) : (
      <Sealed proof={proof} />
    )}
  </section>
)

const Sealed = ({ proof }: { readonly proof: NonNullable<Proof> }) => {
  const { chain, seq, previous, content, hash, checkpoint } = proof
  const timeZone = useTimeZone()
  return (
    <>
      <p>
        Its fingerprint is made of all that stands here and of the fingerprint before it: whoever changed a letter of it
        would have to make every later one anew
        {checkpoint ? ', and would need our key to sign them.' : '.'}
      </p>
      <Facts>
        <Value label="Chain" value={chain} />
        <Value label="Number" value={String(seq)} shown={seq.toLocaleString('en-GB')} />
        <Value label="Before it" value={previous} copied="the fingerprint before it" />
        <Value label="Content" value={content} copied="the fingerprint of its content" />
        <Value label="Fingerprint" value={hash} copied="its fingerprint" />
        <Fact label="Signed">
          {checkpoint ? (
            <>
              <p>
                By the checkpoint of <time dateTime={checkpoint.at}>{exactTime(checkpoint.at, timeZone)}</time>, over
                everything up to number {checkpoint.seq.toLocaleString('en-GB')}
              </p>
              <code>{checkpoint.signature}</code>{' '}
              <CopyButton text={JSON.stringify(checkpoint)} label="Copy the checkpoint" />
            </>
          ) : (
            'Not yet: the next checkpoint will sign it'
          )}
        </Fact>
      </Facts>
    </>
  )
}

interface ValueProps {
  readonly label: string
  readonly value: string
  readonly shown?: string
  /** What is copied, where that is of use. */
  readonly copied?: string
}

const Value = ({ label, value, shown = value, copied }: ValueProps) => (
  <Fact label={label}>
    <code>{shown}</code> {copied !== undefined && <CopyButton text={value} label={`Copy ${copied}`} />}
  </Fact>
)
