// The picture of a floor being chosen: a picture, a drawing, or a page of a document, seen as it will be before it is kept.
import * as plans from '@gatehouse/contract/building/plans'
import type { Plan } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { To } from 'react-router'
import { call, messageOf, upload } from '../../kit/data/api.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { inPath } from '../../kit/data/in-path.ts'

interface PictureSheetProps {
  readonly plan: Plan
  readonly closed: To
}

interface Looked {
  readonly file: File
  readonly page: number
  readonly pages: number
  readonly preview: string
}

type Busy = 'looking' | 'keeping' | null

export const PictureSheet = ({ plan, closed }: PictureSheetProps) => {
  const close = useCloseSheet(closed)
  const [looked, setLooked] = useState<Looked | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const look = async (file: File, page: number) => {
    const fault = plans.fileFault(file)
    setFailure(fault)
    if (fault !== null || busy) return
    setBusy('looking')
    try {
      const answer = await upload(inPath(plans.look, { page }), file)
      setLooked({ file, page, ...answer })
    } catch (error) {
      setFailure(messageOf(error, 'It could not be looked at. Please try again.'))
    }
    setBusy(null)
  }
  const keep = async () => {
    if (!looked || busy) return
    setBusy('keeping')
    setFailure(null)
    try {
      await upload(inPath(plans.setPicture, { floorId: plan.floorId, page: looked.page }), looked.file)
      toast('success', `${plan.floor} has its plan.`)
      close()
    } catch (error) {
      setFailure(messageOf(error, 'It could not be kept. Please try again.'))
      setBusy(null)
    }
  }

  return (
    <SideSheet
      wide
      title={plan.picture ? `Another plan of ${plan.floor}` : `The plan of ${plan.floor}`}
      subtitle="What is placed on it stays where it is"
      closed={closed}
      foot={
        <SheetEnd failure={null} onCancel={close}>
          {plan.picture && !looked && (
            <ConfirmButton
              label="Remove the picture"
              title={`Remove the picture of ${plan.floor}?`}
              action="Remove"
              run={() => call(plans.removePicture, { floorId: plan.floorId })}
              done={`${plan.floor} has no plan now.`}
              then={close}
            >
              <p>Nobody sees this floor as a plan then. Where the devices are stays known for the next picture.</p>
            </ConfirmButton>
          )}
          <Button variant="contained" onClick={() => void keep()} disabled={!looked} aria-disabled={busy !== null}>
            {busy === 'keeping' ? 'Drawing…' : 'Use as plan'}
          </Button>
        </SheetEnd>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <FileDrop
          icon={<Icon name="page" size="large" />}
          title={looked ? 'Choose another file' : 'Choose a file'}
          {...(looked && { under: looked.file.name })}
          note="PNG, JPEG, WebP, GIF, SVG or PDF, up to 20 MB"
          accept={plans.fileTypes}
          onFile={(file) => void look(file, 1)}
        />
        {busy && (
          <div>
            <output>{busy === 'looking' ? 'Looking at it…' : 'Drawing the plan…'}</output>
            <LinearProgress aria-label={busy === 'looking' ? 'Looking at it' : 'Drawing the plan'} />
          </div>
        )}
        <Failure text={failure} />
        {looked && (
          <>
            {looked.pages > 1 && (
              <Pages page={looked.page} pages={looked.pages} onChange={(page) => void look(looked.file, page)} />
            )}
            <img
              className="h-auto w-full rounded border border-line [background:#fff]"
              src={looked.preview}
              alt={`How ${plan.floor} will look`}
            />
          </>
        )}
      </div>
    </SideSheet>
  )
}

const Pages = ({ page, pages, onChange }: { page: number; pages: number; onChange: (page: number) => void }) => (
  <div className="flex flex-wrap items-center gap-2">
    <Button variant="outlined" onClick={() => onChange(page - 1)} disabled={page <= 1}>
      Previous page
    </Button>
    <TextField
      type="number"
      label={`Page, of ${pages}`}
      value={page}
      size="small"
      onChange={({ target }) => {
        const wanted = Number(target.value)
        if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages && wanted !== page) onChange(wanted)
      }}
      slotProps={{ htmlInput: { min: 1, max: pages } }}
    />
    <Button variant="outlined" onClick={() => onChange(page + 1)} disabled={page >= pages}>
      Next page
    </Button>
  </div>
)
