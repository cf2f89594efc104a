// A display being added: what it shows, under which title, and until when. Its link is shown once.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { View } from '../../ui/feedback/states.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { QrCode } from '../../ui/charts/qr-code.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { leftOutFault, momentAt } from '../../ui/time/wall-time.ts'
import { inOrder, placeName } from './place-order.ts'

export const DisplayForm = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(occupancy.now, {}))
  const [link, setLink] = useState<string | null>(null)
  // In the place of the form, which would close.
  if (link !== null) return <Link link={link} closed={closed} />
  if (query.data) return <Form places={inOrder(query.data)} closed={closed} onMade={setLink} />
  return (
    <SideSheet title="Add a display" closed={closed}>
      <View op={occupancy.now} query={query} rows={3} failed="The places could not be loaded">
        {() => null}
      </View>
    </SideSheet>
  )
}

/** Where a screen goes with its secret. */
export const linkOf = (secret: string): string => `${window.location.origin}/display?secret=${secret}`

const Link = ({ link, closed }: { readonly link: string; readonly closed: To }) => (
  <SideSheet title="Display added" closed={closed}>
    <div className="grid justify-items-start gap-3 rounded border border-line bg-sunken p-4 wrap-anywhere">
      <QrCode text={link} label="QR code of the link of the display" />
      <code>{link}</code>
      <CopyButton text={link} label="Copy the link" />
      <p className="flex items-center gap-2 text-warning">
        <Icon name="warning" />
        <span>Open or copy it now: it is not shown again.</span>
      </p>
    </div>
  </SideSheet>
)

interface FormProps {
  readonly places: readonly Figure[]
  readonly closed: To
  readonly onMade: (link: string) => void
}

const Form = ({ places, closed, onMade }: FormProps) => {
  const timeZone = useTimeZone()
  const form = useForm({ defaultValues: { placeId: '', title: '', expiresAt: '' } })
  const { control } = form
  return (
    <FormSheet
      title="Add a display"
      subtitle="A link for a screen at an entrance."
      closed={closed}
      form={form}
      draft="display"
      what="The new display"
      label="Add display"
      working="Adding…"
      send={async ({ placeId, title, expiresAt }) => {
        const { secret } = await call(occupancy.createDisplay, {
          placeId,
          title: title.trim(),
          expiresAt: expiresAt === '' ? null : momentAt(expiresAt, timeZone).toISOString(),
        })
        onMade(linkOf(secret))
        return `The display ${title.trim()} is added.`
      }}
    >
      <SelectInput
        control={control}
        name="placeId"
        label="Shows the people in"
        options={places.map((place) => ({ value: place.id, label: placeName(place) }))}
        rule={(placeId) => (placeId === '' ? 'Choose a site, a floor or a zone' : null)}
      />
      <TextInput
        control={control}
        name="title"
        label="Title"
        required
        help="Everybody who stands before it reads this."
        rule={titleRule}
      />
      <TextInput
        control={control}
        name="expiresAt"
        label="Until"
        type="datetime-local"
        help={`Empty: until it is revoked. In the time of ${timeZone.replaceAll('_', ' ')}.`}
        rule={(time) => leftOutFault(time, timeZone)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </FormSheet>
  )
}

const titleRule = (title: string): string | null => {
  if (title.trim() === '') return 'Give it a title: everybody sees it'
  return title.trim().length > 80 ? 'This title is too long' : null
}
