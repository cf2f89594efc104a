// All wiring, in the order of dependence: the only place that knows everybody.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { inbound, notificationAction, searchQuery } from '@gatehouse/contract/realtime'
import own from '../package.json' with { type: 'json' }
import { routeToChannels, serveChannels, startSending } from './messages/channels/channels.ts'
import { serveSetUp } from './system/setup/setup.ts'
import { keepBackups } from './system/backup/backup.ts'
import { bringArticles, serveBlog, serveFeeds } from './site/blog/blog.ts'
import { openAuditLog, serveActivity } from './record/activity/activity.ts'
import { createAttempts, createEntrance, createSessions, serveAuth } from './identity/auth/auth.ts'
import { clock } from './kit/clock.ts'
import { closeAllOf } from './closing.ts'
import { createNames } from './kit/names.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { listen } from './db/listen.ts'
import { migrate } from './db/migrate.ts'
import { keepPartitions, tendPartitions } from './db/partitions.ts'
import { connectTo, openStore, whileStarting } from './db/pool.ts'
import { keepRolledUp } from './db/rollups.ts'
import {
  beginSeeding,
  closeDemo,
  credentialsIn,
  type Demo,
  demoSeed,
  foreseenWorlds,
  foreseesDemo,
  openDemo,
  prepareCompanies,
  shownWorlds,
  wantsDemo,
  wantsTour,
} from './system/demo/demo.ts'
import { serveDemo } from './system/demo/serve-demo.ts'
import { runSimulator } from './system/demo/simulator.ts'
import { createDeviceHealth } from './building/device-health/device-health.ts'
import { createDirectory } from './building/devices/devices.ts'
import { readDevices } from './building/devices/list.ts'
import { forgetUnmatched, keepEntryExit } from './access/entry-exit/entry-exit.ts'
import { entryExitRollup } from './access/entry-exit/entry-exit.rollup.ts'
import { recordAs, serveEvents } from './insight/events/events.ts'
import { createAlarmLink, forgetAlarmLinks } from './safety/alarms/alarms.ts'
import { gasRollup } from './safety/gas/gas.rollup.ts'
import { announcement } from './announcement.ts'
import { wireBuilding } from './building.ts'
import { wireSafety } from './safety.ts'
import { createApiKeys, serveIngest, startIngest } from './building/ingest/ingest.ts'
import { sessionName } from './building/ingest/session-name.ts'
import { openMail, serveMail } from './messages/mail/mail.ts'
import {
  createDelivery,
  createNumbering,
  recordAction,
  serveNotifications,
} from './messages/notifications/notifications.ts'
import { serveLabels } from './identity/labels/serve-labels.ts'
import { serveUsers } from './identity/users/serve-users.ts'
import { serveRoles } from './identity/roles/serve-roles.ts'
import { serveCompanies } from './identity/companies/companies.ts'
import { keepMailingGathered, serveContact } from './site/contact/contact.ts'
import { forgetUnverified, newSetUpLink, serveAccounts } from './identity/accounts/accounts.ts'
import { serveDocs } from './kit/http/api-docs.ts'
import { createBus } from './kit/bus.ts'
import { type Config, readConfig } from './kit/config.ts'
import { connectionLimits } from './kit/http/connections.ts'
import { boundAddress, createHttp } from './kit/http/http.ts'
import { createLog, withListener } from './kit/log.ts'
import { serveMetrics } from './kit/metrics.ts'
import { createOutbound } from './kit/http/outbound.ts'
import { createInbound } from './kit/realtime/realtime-messages.ts'
import { createRealtime } from './kit/realtime/realtime.ts'
import { createServe, type Gate } from './kit/http/serve.ts'
import { createVault, vaultKey } from './kit/secrets/vault.ts'
import { servePages } from './kit/documents/pages.ts'
import { signingKey } from './kit/secrets/signing-key.ts'
import { cannotKeep, cannotListen, cannotReach, expectPorts, whyNotStarted } from './kit/start-trouble.ts'
import { type Recorders, together } from './kit/recorders.ts'
import { peopleCountRollup } from './safety/people-count/people-count.rollup.ts'
import { serveProfile } from './identity/profile/profile.ts'
import { contactOf, pushCarrier, serverKeys, servePush } from './messages/push/push.ts'
import { find, serveSearch } from './insight/search/search.ts'
import { createProtection, serveSecondFactors } from './identity/second-factors/second-factors.ts'
import { serveSocial } from './identity/social/social.ts'
import { serveStaff } from './identity/staff/staff.ts'
import { createSystemLog, serveLogs } from './record/logs/logs.ts'
import { serveSavedViews } from './system/saved-views/saved-views.ts'
import { createHealth, serveSystem, serveSystemHealth } from './system/system/system.ts'
import { serveTour } from './site/tour/tour.ts'
import { serveWebhooks, webhookCarrier } from './messages/webhooks/webhooks.ts'

export interface Gatehouse {
  readonly address: string
  /** Where devices connect. */
  readonly devices: string
  /** Where the embedded store lies; undefined with DATABASE_URL. */
  readonly location: string | undefined
  readonly demo: Demo | undefined
  /** The page that makes the first administrator; undefined where there is one. */
  readonly setUp: string | undefined
  readonly stop: () => Promise<void>
}

/** Starts everything and answers when it is ready for people and devices. A stop may be asked for before that. */
export const startGatehouse = async (config: Config, log: Logger, stopAsked?: AbortSignal): Promise<Gatehouse> => {
  const closing: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const closeAll = () => closeAllOf(closing, log)
  const stop = () => (stopping ??= closeAll())
  stopAsked?.addEventListener('abort', () => void stop())
  try {
    return await wire(config, log, closing, stop, stopAsked)
  } catch (error) {
    await stop()
    throw error
  } finally {
    // What was opened while the stop was under way.
    if (stopAsked?.aborted) await stop().then(closeAll)
  }
}

const wire = async (
  config: Config,
  givenLog: Logger,
  closing: (() => unknown)[],
  stop: () => Promise<void>,
  stopAsked: AbortSignal | undefined,
): Promise<Gatehouse> => {
  let stopping = false
  const systemLog = createSystemLog()
  const log = withListener(givenLog, systemLog.receive)
  // The store
  await mkdir(config.dataDir, { recursive: true }).catch((error: unknown) => {
    throw cannotKeep(error, config.dataDir)
  })
  const seeding = (worlds: ReturnType<typeof foreseenWorlds>) => {
    const begun = beginSeeding(config, worlds, stopAsked)
    closing.push(() => begun.stop())
    return begun
  }
  const foreseen = foreseesDemo(config) ? seeding(foreseenWorlds(config)) : undefined
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  // What fills the store ends before it: it would have no better word for that than a stack.
  if (embedded) closing.push(embedded.stop, () => foreseen?.stop())
  await expectPorts(config)
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const store = openStore(databaseUrl, log, config.databasePatienceMs)
  closing.push(() => store.close())
  const { db } = store
  const setUp = await connectTo(databaseUrl, log, { patienceMs: config.databasePatienceMs })
    .then(async (client) => {
      closing.push(() => client.end())
      await migrate(client)
      await tendPartitions(client, clock.now())
      return client
    })
    .catch((error: unknown) => {
      throw config.databaseUrl ? cannotReach(error) : error
    })
  const inDemo = await wantsDemo(setUp, config)
  const tour = wantsTour(config, inDemo)
  const shown = shownWorlds(inDemo, tour)
  await prepareCompanies(setUp, databaseUrl, shown, log, (missing) => foreseen ?? seeding(missing))
  const demo = inDemo ? await openDemo(setUp, config) : undefined
  if (!demo) await closeDemo(setUp)
  const key = await signingKey(setUp)
  await systemLog.begin(store, {
    version: own.version,
    node: process.versions.node,
    store: embedded ? 'embedded' : 'external',
  })
  closing.push(() => systemLog.stop())
  await setUp.end()

  // What everybody shares
  const besideTheStore = await vaultKey(config.dataDir, config.vaultKey)
  const activity = await openAuditLog(store, { dataDir: config.dataDir, vaultKey: besideTheStore }, log)
  closing.push(() => activity.stop())
  const bus = createBus(log)
  const sessions = createSessions(db, key)
  const keys = createApiKeys(db)
  const directory = createDirectory(db)
  const names = createNames()
  await whileStarting(() => directory.load())
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const { http, mqtt } = connectionLimits(config.connections)
  const app = await createHttp(log, { secure, connections: http })
  const metrics = serveMetrics(app, config.metricsToken)
  const gate: Gate = {
    caller: sessions.caller,
    linkCaller: sessions.linkCaller,
    machine: keys.machine,
    sees: directory.sees,
    audit: activity.record,
    ready: () => !stopping && store.ready(),
    orLost: store.orLost,
    observe: metrics.observe,
  }
  const serve = createServe(app, gate, config.checkOutput)
  closing.push(() => app.close())
  const ownAddress = () => boundAddress(app.server, config)
  const mail = openMail(store, { ...config, ownAddress }, log)
  closing.push(() => mail.stop())

  // The domains
  serveMail(serve, db, { dataDir: config.dataDir, demo: demo !== undefined })
  const numbering = createNumbering(db, log, routeToChannels)
  serveNotifications(serve, db, numbering)
  const vault = createVault(besideTheStore)
  const outbound = createOutbound(config.outboundAllow)
  const pushKeys = await whileStarting(() => serverKeys(db, vault))
  serveChannels(serve, db)
  servePush(serve, { db, outbound, keys: pushKeys })
  serveWebhooks(serve, { db, outbound, vault })
  const push = pushCarrier({ db, outbound, keys: pushKeys, contact: contactOf(config) })
  // Short codes are hashed with a key that no copy of the store brings along.
  const codeKey = createHmac('sha256', besideTheStore).update('codes').digest()
  const attempts = createAttempts(db)
  const entrance = createEntrance(db, sessions, mail, codeKey)
  serveAuth(serve, { db, sessions, mail, vault, attempts, entrance, key: codeKey, log })
  const protection = createProtection(db, mail, sessions, attempts)
  serveSecondFactors(serve, { db, vault, protection, entrance, key: codeKey, publicUrl: config.publicUrl })
  serveRoles(serve, db, mail)
  serveLabels(serve, db, mail)
  serveUsers(serve, { db, sessions, mail })
  serveCompanies(serve, { db, sessions, mail })
  serveAccounts(serve, { db, sessions, mail, attempts })
  serveSocial(serve, { db, sessions, entrance, protection, mail, config, log })
  serveProfile(serve, db)
  serveStaff(serve, store)
  serveContact(serve, { db, mail, to: config.contactEmail, key: besideTheStore })
  serveActivity(serve, store, activity)
  const safety = wireSafety(serve, { store, bus, directory, activity, config, key: besideTheStore, log, closing })
  const building = wireBuilding(serve, {
    store,
    bus,
    directory,
    names,
    vault,
    mail,
    record: activity.record,
    safety,
    log,
    otherNodes: config.redisUrl !== undefined,
    closing,
  })
  const webhook = webhookCarrier({ db, outbound, vault, answered: safety.answered })
  const sending = startSending(store, { mail, push, webhook, linkOf: createAlarmLink }, log)
  closing.push(() => sending.stop())
  serveSearch(serve, store.plannedOnce)
  await whileStarting(() => bringArticles(db))
  serveBlog(serve, db)
  serveEvents(serve, { store, directory, names, rules: safety.rules })
  const health = createDeviceHealth(store, bus, directory, safety.judge, log)
  closing.push(() => health.stop())
  serveTour(serve, { store, log, activity, issue: building.issue, readDevices, runs: tour, closing })
  serveLogs(serve, db)
  serveDemo(serve, { db, demo, mailServer: config.smtpUrl !== undefined })
  serveSetUp(serve, { db, mail, mailServer: config.smtpUrl !== undefined })
  serveSavedViews(serve, db)
  serveSystem(serve, own.version, log, () => ingest.figures.stuck())
  const recorders: Recorders = {
    ...building.recorders,
    ...safety.recorders,
    call: recordAs(bus, 'call'),
    status: together(health.recordStatuses, building.recordStatuses),
  }

  const upkeep = [
    keepRolledUp(store, [gasRollup, peopleCountRollup, entryExitRollup], log),
    keepEntryExit({ store, bus, names, record: activity.record, judge: safety.judge }, log),
    keepPartitions(store, log, async (now) => {
      await forgetUnverified(db, activity.record, now)
      await forgetUnmatched(store.pool, now)
      await forgetAlarmLinks(db, now)
    }),
    keepMailingGathered({ db, mail, to: config.contactEmail }, log),
    keepBackups({ store, config, record: activity.record, log }),
  ]
  for (const loop of upkeep) closing.push(() => loop.stop())
  // The ways in
  const ingestParts = {
    store,
    directory,
    recorders,
    log,
    health,
    ...config,
    connections: mqtt,
    external:
      config.mqttUrl === undefined
        ? undefined
        : { url: config.mqttUrl, session: await sessionName(store.db), otherNodes: config.redisUrl !== undefined },
    judge: safety.judge,
    repeated: building.repeated,
  }
  const ingest = await startIngest(ingestParts).catch((error: unknown) => {
    throw cannotListen(error, config.host, config.mqttPort, 'MQTT_PORT')
  })
  closing.push(() => ingest.close())
  const host = URL.parse(config.publicUrl ?? '')?.hostname ?? null
  serveIngest(serve, { store, metrics, host }, keys, ingest)
  building.begin(ingest, host)
  safety.begin()
  const realtime = await createRealtime(app.server, bus, { caller: sessions.caller, ...directory }, log, {
    ...config,
    secure,
    know: app.connections.know,
  })
  closing.push(() => realtime.close())
  const delivery = createDelivery({ db, numbering, sees: directory.sees, log })
  closing.push(() => delivery.stop())
  realtime.welcome('notifications', delivery.welcome)
  const onInbound = createInbound((listener) => realtime.welcome('main', listener), gate, log)
  onInbound(searchQuery, inbound[searchQuery], ({ query }, caller) =>
    find(store.plannedOnce, caller, { q: query, limit: 20 }),
  )
  onInbound(notificationAction, inbound[notificationAction], (acted, caller) => recordAction(db, acted, caller))
  const figures = { ...ingest.figures, sockets: realtime.sockets }
  const measured = createHealth({ store, config, mail, log, mqttPort: ingest.mqttPort, figures })
  closing.push(() => measured.stop())
  serveSystemHealth(serve, { db, directory, health: measured, budget: ingest.figures, version: own.version })
  const notified = listen(store, log, {
    forget(topic, message) {
      if (topic === 'inbox') delivery.receive(message)
      if (topic === 'names') names.forget()
      if (topic === 'mail') mail.wake()
      if (topic === 'deliveries') sending.wake()
      if (topic === 'alarm_rules' || topic === 'schedules') safety.forgetRules()
      if (topic !== 'access') return
      sessions.forget()
      keys.forget()
    },
    async follow(topic) {
      if (topic === 'commands' || topic === 'schedules' || topic === 'rules') return building.follow(topic)
      if (['names', 'mail', 'inbox', 'deliveries', 'alarm_rules'].includes(topic)) return
      if (topic === 'notifications') return delivery.follow()
      if (topic === 'devices') await ingest.reload()
      await realtime.reconsider()
      // Last: who may no longer hear of a door waits for nothing.
      if (topic === 'devices') await building.follow('schedules')
    },
  })
  closing.push(() => notified.stop())
  serveFeeds(app, { db, publicUrl: config.publicUrl })
  await serveDocs(app, serve.served, own.version)
  await servePages(app, config.publicUrl)
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(error, config.host, config.port, 'PORT')
  })
  const address = ownAddress()
  const devices = config.mqttUrl ?? `mqtt://${config.host}:${ingest.mqttPort}`
  if (shown.length > 0) {
    const simulator = runSimulator(
      {
        MQTT_URL: devices,
        SIMULATOR_CREDENTIALS: credentialsIn(config),
        SIMULATOR_SEED: String(demoSeed),
        SIMULATOR_COMPANY: shown.map((world) => world.key).join(','),
        DATA_DIR: config.dataDir,
      },
      log,
    )
    closing.push(() => simulator.stop())
  }
  const firstPage = demo ? undefined : await whileStarting(() => newSetUpLink(db))
  const setUpAt = firstPage && new URL(firstPage, config.publicUrl ?? address).href
  closing.push(() => (stopping = true))
  return { address, devices, location: embedded?.location, demo, setUp: setUpAt, stop }
}

const run = async () => {
  const stopAsked = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAsked.abort())
  try {
    const config = readConfig(process.env)
    const gatehouse = await startGatehouse(config, createLog(config.logLevel), stopAsked.signal)
    if (!stopAsked.signal.aborted) {
      process.stdout.write(announcement(config, gatehouse))
      await once(stopAsked.signal, 'abort')
    }
    await gatehouse.stop()
  } catch (error) {
    // A start that was interrupted has failed at whatever it was doing.
    if (!stopAsked.signal.aborted) throw error
  }
}

if (import.meta.main) {
  const code = await run().then(
    () => 0,
    (error: unknown) => {
      process.stderr.write(`${whyNotStarted(error)}\n`)
      return 1
    },
  )
  process.exit(code)
}
