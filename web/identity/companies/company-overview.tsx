// A company at a glance: facts, who administers it, and its sites.
import type * as companies from '@gatehouse/contract/identity/companies'
import type { Output } from '@gatehouse/contract/operation'
import type { ReactNode } from 'react'
import { countryName } from '../../kit/countries.ts'
import aside from '../../ui/primitives/aside.module.css'
import { Card } from '../../ui/primitives/card.tsx'
import { Cards, Columns } from '../../ui/primitives/columns.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import styles from './companies.module.css'
import { PublishingCard } from './publishing-card.tsx'

export const CompanyOverview = (detailed: Output<typeof companies.mine>) => {
  const { company, administrators, sites } = detailed
  return (
    <Columns split="minmax(0, 3fr) minmax(20rem, 2fr)">
      <Cards>
        <dl className={styles.counts}>
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
            <ul className={styles.list}>
              {sites.map(({ id, name, timeZone, floors, zones, devices }) => (
                <li key={id}>
                  <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
                    <strong>{name}</strong>
                    <span className="block text-sm font-normal text-muted">{timeZone.replaceAll('_', ' ')}</span>
                  </span>
                  <span className="block text-sm font-normal text-muted">
                    {floors} {floors === 1 ? 'floor' : 'floors'} · {zones} {zones === 1 ? 'zone' : 'zones'} · {devices}{' '}
                    {devices === 1 ? 'device' : 'devices'}
                  </span>
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
            <ul className={styles.list}>
              {administrators.map(({ id, displayName, email, profilePicture }) => (
                <li key={id}>
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
  <Card title="Facts" action={action}>
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
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const NotSet = () => <span className={aside.quiet}>Not set</span>
