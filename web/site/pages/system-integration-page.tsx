// System integration: the API, its documents, ingest, metrics.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Figures } from '../sections/figures.tsx'
import styles from '../sections/sections.module.css'
import { Sample } from '../sections/sample.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'System integration: API, keys and documents',
    'Everything the screens do is an API call: OpenAPI made from the code that serves it, keys with one right, ingest by the thousand, metrics for Prometheus.',
    'System integration',
    '/products/system-integration',
  )

export const Page = () => (
  <ProductPage
    title="System integration"
    lead="There is no second, lesser interface for programs. What the screens ask, you can ask; and the documents are made from the very code that answers, so that they cannot be out of date."
    aside={<Sample title="Store a reading, from anywhere" text={ingest} />}
    ways={
      <>
        {/* Not one of these pages: an ordinary link that leaves them. */}
        <a className={styles.way} href="/api/docs">
          API documentation
        </a>
        <a className={styles.way} data-quiet href="/api/openapi.json">
          openapi.json
        </a>
      </>
    }
    runs={runs}
    notYet={notYet}
    closing={<Closing topic="devices" />}
  >
    <Block title="In" lead="Whatever measures, opens or counts." rows={into} />
    <Block title="Out" lead="Whatever wants to know." rows={out} />
    <Block
      title="One contract"
      lead="Path, input, output, permission and limits of an operation are written once."
      rows={contract}
    />
    <Block title="How fast it answers">
      <Figures figures={figures} measured={measured} />
    </Block>
  </ProductPage>
)

const ingest = `curl https://gatehouse.example/api/ingest \\
  -H 'X-API-Key: …' \\
  -H 'content-type: application/json' \\
  -d '[{ "device": "gas-plant-1", "kind": "reading",
         "id": "g1-77", "at": "2026-11-21T06:39:00Z",
         "channel": "CO", "value": 12.5, "unit": "ppm" }]'`

const into = {
  MQTT: 'The built-in broker or yours; one topic per device and kind.',
  HTTP: 'POST /api/ingest with an API key: up to 1,000 messages, each with its own result, answered once they are stored.',
  Adapters: 'Zigbee2MQTT, Shelly and Home Assistant discovery, without code.',
  People: 'A CSV, judged line by line before it is taken; invitations follow by mail.',
}

const out = {
  'JSON over HTTP':
    'The entry and exit log with its filters, devices with their latest, gas history in buckets that suit the span, staff, roles, events.',
  'Pages without gaps': 'By cursor: nothing is skipped or shown twice while new rows come in.',
  Metrics:
    'Prometheus at /metrics: times by operation, messages waiting, connections; from the machine itself or with a token.',
  Health: 'GET /api/health: 200 when the store can be reached, 503 within a second when not.',
  Webhooks:
    'Standard Webhooks: signed, tried eight times over hours, each delivery with its answer on the screen, sent again by hand.',
  Mail: 'By your own mail server; what became of each letter can be asked.',
}

const contract = {
  'OpenAPI 3.1': 'Every operation with its permission. A test compares what is described with what is served.',
  Errors: 'A code for programs, a sentence for people, and every wrong field at once.',
  Rights: 'A key carries one right of one company. Its secret is shown once; revoked, it is void at once.',
}

const figures = [
  {
    value: '4,908',
    unit: 'lists a second',
    text: 'of the newest twenty entries out of a million, for sixteen callers with different rights; each answer compared byte for byte. 99 of 100 within 8.1 ms at a steady 600 a second.',
  },
  {
    value: '5,564',
    unit: 'out of ten million',
    text: 'in the same way: ten times the rows do not make a list slower.',
  },
] as const

const measured =
  'Server on one core of an AMD EPYC, database on the same machine, 21 November 2026. The table in the source has Directus and Parse Server beside it, measured in the same run.'

export const runs: Claims = {
  'The whole API with OpenAPI and documents to try it from': ['server/kit/http/openapi.ts'],
  'API keys for ingest, made and revoked on the screen by whoever manages integrations': [
    'ingest.createApiKey',
    'ingest.revokeApiKey',
    '/settings/integrations/*',
  ],
  'Signed webhooks, every delivery on record and to be sent again; for notifications, not for every passage': [
    'webhooks.create',
    'webhooks.deliveries',
    'webhooks.replay',
    '/settings/webhooks',
  ],
  'Files of the entry and exit log as CSV, spreadsheet and PDF': [
    'entryExit.exportCsv',
    'entryExit.exportXlsx',
    'entryExit.exportPdf',
  ],
  'Gas transmitters over Modbus and BACnet, polled': ['devices/bacnet', 'devices/modbus', 'polling.connections'],
  'Prometheus metrics and a health check': ['system.health'],
  'OpenID Connect, Google and GitHub for people': ['social.google', 'social.github'],
}

export const notYet: Claims = {
  'Keys that read: programs read with an account and its session': ['apiKeys.createReader'],
}
