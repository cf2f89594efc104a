// How the browser side is built and served while developing: the application and the public documents for the browser,
// and what renders the documents ahead for the server.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  compressed,
  lettersInPages,
  namedParts,
  neededBy,
  neededTogether,
  noSchemas,
  registry,
  steadyFonts,
  tokens,
  utilitiesFirst,
} from './build-plugins.ts'
import { help } from './help-plugin.ts'
import { deployment } from './service-worker/build.ts'

const server = process.env['GATEHOUSE_SERVER'] ?? 'http://127.0.0.1:3000'

const frame = neededBy(
  'hydrate.tsx',
  'site/frame/bare-bar.tsx',
  'site/frame/frame.tsx',
  'kit/hands/announce.ts',
  'kit/clock.ts',
)
const bar = neededBy('site/frame/public-frame.tsx')

const mui = (name: string) => `../node_modules/@mui/material/${name}/${name}.mjs`

const together = neededTogether(
  [
    { file: 'hydrate.tsx' },
    // A stylesheet of its own: it comes before that of the shell, whose rules count for more.
    { name: 'utilities', file: 'ui/theme/utilities.css', whole: true },
    // Public pages name these, and nothing of them is left in their scripts.
    { name: 'shell', file: '../contract/messages/notifications.ts', whole: true },
    { name: 'parts', file: '../contract/access/muster.ts', whole: true },
    { fetchedBy: 'public-pages.ts' },
    { name: 'begin', file: 'main.tsx' },
    { name: 'begin', file: 'kit/session/way-back.ts', whole: true },
    { name: 'begin', file: 'kit/can.tsx', whole: true },
    // Where pages are, and what several of those below share with public pages: all of it is small.
    ...[
      'desk-pages.ts',
      'movement-pages.ts',
      'record-pages.ts',
      'own-pages.ts',
      'management-pages.ts',
      '../contract/system/system.ts',
      'access/doors-desk/around-doors.tsx',
    ].map((file) => ({ name: 'shell', file, whole: true }) as const),
    // The pages of those who have not signed in.
    { name: 'auth', file: 'identity/auth/sign-in-page.tsx' },
    { fetchedBy: 'routes.tsx' },
    { name: 'shell', file: 'shell/app-shell.tsx', whole: true },
    // What public pages fetch brings nothing of the desk with it.
    { file: 'kit/crash-report.ts' },
    { file: 'kit/service-worker.ts' },
    { file: 'site/tour/panels-behind.tsx' },
    { file: 'site/blog/writers-shelf.tsx' },
    // What the desk shows, most of which other pages show as well.
    { name: 'button', file: mui('Button') },
    { name: 'button', file: mui('Checkbox') },
    { name: 'shell', file: '../node_modules/@mui/material/useMediaQuery/index.mjs' },
    { name: 'shell', file: 'insight/dashboard/dashboard-page.tsx' },
    // What is around every page of the signed-in, a moment after it.
    ...[
      'kit/session/admin-polling.tsx',
      'kit/live/main-connection.ts',
      'shell/banners/update-notice.tsx',
      'access/lockdowns/lockdown-banner.tsx',
      'safety/alarms/alarm-watch.tsx',
      'safety/alarms/alarm-summary.tsx',
      'messages/notifications/connection.ts',
      'messages/notifications/notification-panel.tsx',
      'insight/search/search-overlay.tsx',
      'shell/menu/side-menu.tsx',
      'shell/menu/page-groups.tsx',
      'shell/top-bar/user-menu-list.tsx',
      'ui/feedback/toast-stack.tsx',
      'kit/push.ts',
      'building/devices/health.tsx',
      'record/logs/health-card.tsx',
    ].map((file) => ({ name: 'around', file, whole: true }) as const),
    { name: 'log', file: 'access/entry-exit/report-page.tsx' },
    // What slides in beside a list, what narrows one down, and forms: each is more files than pages that do without.
    { name: 'form', file: 'insight/events/event-sheet.tsx' },
    { name: 'form', file: 'insight/events/event-filter-bar.tsx' },
    { name: 'form', file: 'identity/roles/role-form.tsx' },
  ],
  { name: 'parts', by: 8 },
)

const begunWith = /\/(react|rolldown-runtime|frame)-/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tokens(),
    tailwind(),
    registry(),
    help(),
    steadyFonts(),
    lettersInPages(),
    noSchemas(),
    namedParts(),
    utilitiesFirst(),
    deployment(),
    compressed(),
  ],
  // The server puts another one into each page that it sends.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // What every page begins with is there before anything is fetched later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !begunWith.test(file)),
    },
  },
  // Every script names the classes of its stylesheets, and what is hashed does not compress: as short as may be.
  css: {
    modules: {
      generateScopedName: (name, file) =>
        `${name}-${createHash('sha256')
          .update(relative(import.meta.dirname, file))
          .digest('base64url')
          .slice(0, 4)}`,
    },
  },
  // Both, one after the other.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          input: ['index.html', 'site.html'].map((page) => `${import.meta.dirname}/${page}`),
          // The entrance names every file of the build, and what is hashed does not compress: as short as may be.
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // Many small files compress worse than one, and each is named in the others: what every page begins with is
            // one, what the top bar adds another.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 4,
                  test: /node_modules\/(react|react-dom|scheduler)\/|^\0rolldown\/runtime/,
                },
                {
                  name: 'frame',
                  priority: 3,
                  test: (id) =>
                    (frame.has(id) && !id.endsWith('/hydrate.tsx')) ||
                    /vite\/preload-helper|\/web\/ui\/theme\/base\.css$|\/inter\/wght\.css$|^\0tokens\.css$|\/top-bar\/top-bar(-nav)?\.module\.css$|\/web\/kit\/data\/once\.ts$/.test(
                      id,
                    ),
                },
                // What begins whatever asks the server, on the contact page as in the application.
                {
                  name: 'contract',
                  priority: 2,
                  includeDependenciesRecursively: false,
                  test: /\/(contract\/(operation|shapes|identity\/email)|web\/kit\/(no-schemas|data\/draft-store)|web\/shell\/menu\/(entries|first-page))\.ts$|virtual:pages\/landing$/,
                },
                {
                  name: 'bar',
                  priority: 1,
                  test: (id) => bar.has(id) || /\/web\/(kit\/age\.ts|ui\/primitives\/status-word\.tsx)$/.test(id),
                },
                // How readings and times are told, on the tour as in the application.
                {
                  name: 'readings',
                  test: /\/web\/(ui\/theme\/door-state|safety\/gas\/gas-state|ui\/time\/age|kit\/(time|channel-name))\.tsx?$/,
                },
                {
                  name: 'social',
                  includeDependenciesRecursively: false,
                  test: /\/web\/ui\/forms\/(social-buttons|provider-mark)\.tsx$|\/contract\/identity\/social\.ts$/,
                },
                // What is kept for a visit without a network, which public pages fetch alone.
                {
                  name: 'service-worker',
                  includeDependenciesRecursively: false,
                  test: /\/web\/kit\/(service-worker|session\/trusted)\.ts$/,
                },
                {
                  name: 'fields',
                  includeDependenciesRecursively: false,
                  test: /node_modules\/react-hook-form\/|\/web\/ui\/forms\/form-faults\.ts$/,
                },
                // What signing up and the accounts of the signed-in have in common.
                {
                  name: 'sign-up',
                  includeDependenciesRecursively: false,
                  test: /\/contract\/identity\/(accounts|companies)\.ts$|\/web\/(kit\/countries|ui\/forms\/password-meter)\.tsx?$/,
                },
                // Of which the tour needs a part at once, and the rest when something of it is opened.
                {
                  name: 'live',
                  includeDependenciesRecursively: false,
                  test: /\/web\/ui\/(charts\/(sparkline\.tsx|extent\.ts)|feedback\/live-value\.tsx)$|\/contract\/(building\/devices|access\/entry-exit(-words)?)\.ts$/,
                },
                // What every page of the application begins with, what is around those of the signed-in, and controls.
                { name: together, debugName: 'together', includeDependenciesRecursively: false },
                { name: 'sections', test: /\/web\/site\/sections\/(story|closing|picture|figures|steps)\.tsx$/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Whole, so that the server needs nothing of the web's packages.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        // Below a folder of its own: nothing of it is for the browser.
        outDir: 'render/dist',
        emptyOutDir: true,
        ssr: true,
        copyPublicDir: false,
        // One file: the server loads it under a new name when it was built anew, and its parts have to be of the same.
        rolldownOptions: { input: `${import.meta.dirname}/render.tsx`, output: { codeSplitting: false } },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
})
