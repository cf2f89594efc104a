// What introduced itself on other wires: to be taken in, approved anew, or refused; and the gateways it comes through. Of
// doors for who manages these, of everything for who manages integrations: by operations of their own.
import { showing } from '../../kit/data/touch.ts'
import type { Discovered } from '@gatehouse/contract/building/devices'
import type { Discovery } from './door-discovery.ts'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { messageOf } from '../../kit/data/api.ts'
import { queryClient, queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import { driverWords } from './controller-settings.ts'

interface FoundSheetProps {
  readonly of: Discovery
  readonly add: (found: Discovered) => To
  readonly gateway: To
  readonly closed: To
}

const askEveryMs = 5_000

export const FoundSheet = ({ of, add, gateway, closed }: FoundSheetProps) => {
  // Nothing tells of it when a device introduces itself.
  const query = useQuery({
    ...queryOf(of.op, {}),
    refetchInterval: askEveryMs,
    refetchOnMount: 'always',
  })
  return (
    <SideSheet
      wide
      title="Discovered devices"
      subtitle="Shelly, Zigbee2MQTT, Home Assistant discovery"
      closed={closed}
      foot={
        <Button component={Link} to={gateway} state={opensSheet} variant="outlined">
          Add a gateway
        </Button>
      }
    >
      <View op={of.op} query={query} rows={6} failed="What was found could not be loaded">
        {({ discovered }) =>
          discovered.length === 0 ? (
            <Empty title="No discovered devices">
              <p>
                A device shows here the moment it speaks through a gateway. A gateway is what a Zigbee2MQTT or ESPHome
                network connects with. A Shelly connects by itself: add it by hand.
              </p>
            </Empty>
          ) : (
            <ul className="list-none">
              {discovered.map((one) => (
                <Found key={`${one.driver} ${one.address}`} of={of} found={one} add={add(one)} />
              ))}
            </ul>
          )
        }
      </View>
    </SideSheet>
  )
}

const Found = ({ of, found, add }: { readonly of: Discovery; readonly found: Discovered; readonly add: To }) => {
  const { driver, address, name, model, seenAt, revision, change } = found
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-0 py-3 not-first:border-t not-first:border-t-line">
      <div className="grid min-w-0 wrap-anywhere">
        <strong>{name}</strong>
        <span className="text-sm text-muted">
          {[driverWords[driver], model, address === name ? null : address].filter(Boolean).join(' · ')}
        </span>
        <span className="text-sm text-muted">
          {change ? 'Describes itself anew, ' : 'Seen '}
          <When at={seenAt} />
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label={change ? 'Reject' : 'Not this'}
          title={change ? `Reject the change of ${name}?` : `Leave ${name} out?`}
          action={change ? 'Reject' : 'Leave out'}
          busy="Keeping that…"
          tone="plain"
          run={() => of.refuse({ driver, address, revision })}
          done={change ? `${name} goes on as before.` : `${name} is left out.`}
        >
          <p>
            {change ? 'The door is heard and commanded as before.' : 'It is not shown any more.'} When it says something
            else, it is shown again.
          </p>
        </ConfirmButton>
        {change ? (
          <ConfirmButton
            variant="contained"
            label="Look at it"
            title={`Connect ${name} as it now describes itself?`}
            action="Approve"
            busy="Approving…"
            tone="plain"
            run={() =>
              of.approve(change.deviceId, change.revision).catch((error: unknown) => {
                // It may be another proposal by now.
                void queryClient().invalidateQueries(showing(of.op.name))
                throw new Error(messageOf(error, 'It could not be approved.'))
              })
            }
            done={`${name} is heard the new way.`}
          >
            <p>Whoever can write on that wire can write this. Approve it only if you changed the device yourself.</p>
            <ul className="m-0 list-none p-0">
              {change.differences.map(({ part, field, before, after }) => (
                <li key={`${part} ${field}`} className="grid py-1 wrap-anywhere">
                  <span className="text-sm text-muted">{field}</span>
                  <span>
                    <del className="text-muted">{before ?? 'nothing'}</del>{' '}
                    <ins className="font-semibold no-underline">{after ?? 'nothing'}</ins>
                  </span>
                </li>
              ))}
            </ul>
          </ConfirmButton>
        ) : (
          <Button component={Link} to={add} state={opensSheet} variant="contained">
            Add {name}
          </Button>
        )}
      </div>
    </li>
  )
}
