// A company at a glance: facts, who administers it, and its sites.
import type * as companies from '@gatehouse/contract/identity/companies'
import type { Output } from '@gatehouse/contract/operation'
import type { ReactNode } from 'react'
import { countryName } from '../../kit/countries.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Cards, Columns } from '../../ui/primitives/columns.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import { PublishingCard } from './publishing-card.tsx'

export const CompanyOverview = (detailed: Output<typeof companies.mine>) => {
  const { company, administrators, sites } = detailed
  return (
    <Columns split="minmax(0, 3fr) minmax(20rem, 2fr)">
      <Cards>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-px overflow-hidden rounded border border-line bg-line">
          <Count label="People" value={company.people} />
          <Count label={company.sites === 1 ? 'Site' : 'Sites'} value={company.sites} />
          <Count label="Devices" value={company.devices} />
        </dl>
        <Card title="Sites" note={sites.length}>
          {sites.length === 0 ? (
            <Empty title="No site yet">
              <p>A site is a building with its floors, zones and devices. Sites that a label hides are not listed.</p>
            </Empty>
          ) : (
            <ul className={list}>
              {sites.map(({ id, name, timeZone, floors, zones, devices }) => (
                <li key={id} className={line}>
                  <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
                    <Named name={<strong>{name}</strong>}>{timeZone.replaceAll('_', ' ')}</Named>
                  </span>
                  <Note>
                    {floors} {floors === 1 ? 'floor' : 'floors'} · {zones} {zones === 1 ? 'zone' : 'zones'} · {devices}{' '}
                    {devices === 1 ? 'device' : 'devices'}
                  </Note>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </Cards>
      <Cards>
        <CompanyFacts company={company} />
        <PublishingCard company={company} />
        <Card title="Administrators" note={administrators.length}>
          {administrators.length === 0 ? (
            <Empty title="Nobody yet">
              <p>The first administrator is invited and has not begun.</p>
            </Empty>
          ) : (
            <ul className={`${list} below-sm:[&_a]:inline-flex below-sm:[&_a]:min-h-touch below-sm:[&_a]:items-center`}>
              {administrators.map(({ id, displayName, email, profilePicture }) => (
                <li key={id} className={line}>
                  <PersonLine picture={profilePicture} name={displayName}>
                    {displayName}
                    <a className="block text-sm font-normal text-muted" href={`mailto:${email}`}>
                      {email}
                    </a>
                  </PersonLine>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </Cards>
    </Columns>
  )
}

interface CompanyFactsProps {
  readonly company: companies.Company
  readonly action?: ReactNode
}

export const CompanyFacts = ({ company, action }: CompanyFactsProps) => (
  <Card title="Details" action={action}>
    <Facts>
      <Fact label="Name">{company.name}</Fact>
      <Fact label="Country">{company.country ? countryName(company.country) : <NotSet />}</Fact>
      <Fact label="Time zone">{company.timeZone.replaceAll('_', ' ')}</Fact>
      <Fact label="Address">{company.address ?? <NotSet />}</Fact>
      <Fact label="Phone">{company.phone ? <a href={`tel:${company.phone}`}>{company.phone}</a> : <NotSet />}</Fact>
      <Fact label="Website">
        {company.website ? (
          <a href={company.website} rel="noreferrer noopener" target="_blank">
            {company.website.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        ) : (
          <NotSet />
        )}
      </Fact>
      <Fact label="Added">
        <When at={company.createdAt} />
      </Fact>
    </Facts>
  </Card>
)

const Count = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <div className="flex flex-col-reverse justify-end bg-surface px-4 py-3">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-2xl font-[650] tabular-nums">{value}</dd>
  </div>
)

const NotSet = () => <span className="text-muted">Not set</span>

const list = 'px-4 pb-2'
const line = 'flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-2 border-t border-t-line py-2'
