// The certificate of an entry: downloaded as it was uploaded, or added once.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { LedgerEntry } from '@gatehouse/contract/safety/detector-service'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { download, upload } from '../../kit/data/api.ts'
import { inPath } from '../../kit/data/in-path.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { saveFile } from '../../ui/tables/save-and-print.ts'

interface CertificateProps {
  readonly deviceId: string
  readonly entryId: string
  readonly certificate: LedgerEntry['certificate']
  /** What the entry is called: `Calibration, CO`. */
  readonly name: string
  /** The entry may still get one. */
  readonly mayAdd: boolean
}

export const Certificate = ({ deviceId, entryId, certificate, name, mayAdd }: CertificateProps) => {
  const isAllowed = useMissing(service.attachCertificate).length === 0
  const [isAdding, setAdding] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { busy, failure, faults, attempt } = useAttempt()
  if (certificate)
    return (
      <>
        <Button
          size="small"
          startIcon={<Icon name="download" />}
          aria-label={`Download the certificate of ${name}`}
          aria-disabled={busy}
          onClick={() =>
            void attempt(async () =>
              saveFile(
                await download(service.certificate, { deviceId, entryId }),
                `certificate-${entryId}.${endings[certificate.type]}`,
              ),
            )
          }
        >
          {busy ? 'Downloading…' : 'Certificate'}
        </Button>
        <Failure text={failure} />
      </>
    )
  if (!mayAdd || !isAllowed) return null
  if (!isAdding)
    return (
      <Button size="small" aria-label={`Add the certificate of ${name}`} onClick={() => setAdding(true)}>
        Add certificate
      </Button>
    )
  const add = (file: File) => {
    const wrong = certificateFault(file)
    setFault(wrong)
    if (wrong !== null || busy) return
    void attempt(async () => {
      await upload(inPath(service.attachCertificate, { deviceId, entryId }), file)
      toast('success', 'The certificate is added.')
    })
  }
  return (
    <div className="grid basis-full gap-2">
      <FileDrop
        icon={<Icon name="page" size="large" />}
        title={busy ? 'Uploading…' : 'Choose the certificate'}
        note="PDF, JPEG, PNG or WebP, up to 10 MB. It cannot be replaced later."
        accept={service.certificateTypes}
        disabled={busy}
        onFile={add}
      />
      <Failure text={fault ?? faults.get('certificate') ?? failure} />
    </div>
  )
}

const endings = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const satisfies Record<(typeof service.certificateTypes)[number], string>

/** Why a file cannot be a certificate; null: it can, as far as is seen from here. */
export const certificateFault = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!service.certificateTypes.some((one) => one === type)) return service.messages.certificateType
  const { bytes = 0, tooLarge = '' } = service.attachCertificate.upload ?? {}
  return size > bytes ? tooLarge : null
}
