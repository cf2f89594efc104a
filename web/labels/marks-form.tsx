// Choosing what a label marks: sites, zones and devices.
import * as devices from '@gatehouse/contract/devices'
import * as labels from '@gatehouse/contract/labels'
import type { Label } from '@gatehouse/contract/labels'
import type { Output } from '@gatehouse/contract/operation'
import * as sites from '@gatehouse/contract/sites'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { To } from 'react-router'
import { call, messageOf } from '../kit/api.ts'
import { queryOf } from '../kit/queries.ts'
import { type Choice, ChoiceList } from '../ui/choice-list.tsx'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { Empty, SkeletonRows, View } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import { labelsChanged } from './label-changes.ts'
import styles from './labels.module.css'

interface MarksFormProps {
  readonly label: Label | null
  readonly closed: To
}

export const MarksForm = ({ label, closed }: MarksFormProps) => {
  if (!label) {
    return (
      <SideSheet title="What a label marks" closed={closed}>
        <Empty title="This label is not there">
          <p>It may have been deleted since.</p>
        </Empty>
      </SideSheet>
    )
  }
  return <Loading label={label} closed={closed} />
}

const Loading = ({ label, closed }: { readonly label: Label; readonly closed: To }) => {
  const { _id: id, name } = label
  const query = useQuery({ ...queryOf(labels.marks, { id }), staleTime: 0 })
  if (query.data && !query.isFetching) return <Choosing label={label} marks={query.data} closed={closed} />
  return (
    <SideSheet wide title={`What ${name} marks`} closed={closed}>
      <View
        op={labels.setMarks}
        query={{ ...query, data: undefined }}
        skeleton={<SkeletonRows rows={8} />}
        failed="What the label marks could not be loaded"
      >
        {() => null}
      </View>
    </SideSheet>
  )
}

interface ChoosingProps {
  readonly label: Label
  readonly marks: Output<typeof labels.marks>
  readonly closed: To
}

const Choosing = ({ label, marks, closed }: ChoosingProps) => {
  const { _id: id, name } = label
  const close = useCloseSheet(closed)
  const [chosen, setChosen] = useState(() => ({
    sites: idsOf(marks.sites),
    zones: idsOf(marks.zones),
    devices: idsOf(marks.devices),
  }))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  useCloseAfter(saved, closed)
  const places = useQuery(queryOf(sites.list, {})).data?.sites ?? []
  const things = useQuery(queryOf(devices.list, {})).data?.devices ?? []
  const changed =
    differ(chosen.sites, marks.sites) || differ(chosen.zones, marks.zones) || differ(chosen.devices, marks.devices)

  const save = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call(labels.setMarks, {
        id,
        siteIds: [...chosen.sites],
        zoneIds: [...chosen.zones],
        deviceIds: [...chosen.devices],
      })
      toast('success', `What ${name} marks is saved.`)
      setSaved(true)
      void labelsChanged()
    } catch (error) {
      setFailure(messageOf(error, 'It could not be saved.'))
      setBusy(false)
    }
  }

  return (
    <SideSheet
      wide
      title={`What ${name} marks`}
      subtitle="What carries a label is seen only by people who have one of its labels. What carries none is seen by everyone with the permission."
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button variant="contained" disabled={!changed} aria-disabled={busy} onClick={() => void save()}>
            {busy ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <KeepUnsaved what={`The choice of what ${name} marks`} unsaved={changed && !saved} />
      <div className={styles.sheet}>
        <ChoiceList
          legend="Sites"
          empty="There is no site that you may see."
          choices={withMarked(
            places.map((site) => ({ id: site.id, name: site.name, note: 'with everything in it' })),
            marks.sites,
          )}
          chosen={chosen.sites}
          onChange={(next) => setChosen((now) => ({ ...now, sites: next }))}
        />
        <ChoiceList
          legend="Zones"
          empty="There is no zone that you may see."
          choices={withMarked(
            places.flatMap((site) => site.zones.map((zone) => ({ id: zone.id, name: zone.name, note: site.name }))),
            marks.zones,
          )}
          chosen={chosen.zones}
          onChange={(next) => setChosen((now) => ({ ...now, zones: next }))}
        />
        <ChoiceList
          legend="Devices"
          empty="There is no device that you may see."
          choices={withMarked(
            things.map((device) => ({
              id: device.id,
              name: device.name,
              note: [device.kind, device.zone ?? device.site].join(' · '),
            })),
            marks.devices,
          )}
          chosen={chosen.devices}
          onChange={(next) => setChosen((now) => ({ ...now, devices: next }))}
        />
      </div>
    </SideSheet>
  )
}

type Named = readonly { readonly id: string; readonly name: string }[]

// What is marked and not in one's own lists stays choosable: otherwise saving would take the mark away unseen.
const withMarked = (choices: readonly Choice[], marked: Named): Choice[] => [
  ...choices,
  ...marked.filter(({ id }) => !choices.some((choice) => choice.id === id)),
]

const idsOf = (named: Named): ReadonlySet<string> => new Set(named.map(({ id }) => id))

const differ = (chosen: ReadonlySet<string>, marked: Named): boolean =>
  chosen.size !== marked.length || marked.some(({ id }) => !chosen.has(id))
