// The public pages: each its own small part, rendered ahead by the server (render.tsx) and a route of the application
// (routes.tsx). One line for each.
import { type AnyPublicPage, publicPage } from './kit/public-page.ts'

export const publicPages: readonly AnyPublicPage[] = [
  publicPage({ path: '/', load: () => import('./site/pages/home-page.tsx') }),
  publicPage({ path: '/home', load: () => import('./site/pages/home-page.tsx') }),
  publicPage({ path: '/about', load: () => import('./site/pages/about-page.tsx') }),
  publicPage({ path: '/contact', load: () => import('./site/contact/contact-page.tsx') }),
  publicPage({ path: '/products', load: () => import('./site/pages/products-page.tsx') }),
  publicPage({ path: '/products/ai-solutions', load: () => import('./site/pages/ai-solutions-page.tsx') }),
  publicPage({ path: '/products/cybersecurity', load: () => import('./site/pages/cybersecurity-page.tsx') }),
  publicPage({ path: '/products/ios-design', load: () => import('./site/pages/ios-design-page.tsx') }),
  publicPage({
    path: '/products/enterprise-solutions',
    load: () => import('./site/pages/enterprise-solutions-page.tsx'),
  }),
  publicPage({ path: '/products/iot-technologies', load: () => import('./site/pages/iot-technologies-page.tsx') }),
  publicPage({ path: '/products/smart-things', load: () => import('./site/pages/smart-things-page.tsx') }),
  publicPage({ path: '/products/system-integration', load: () => import('./site/pages/system-integration-page.tsx') }),
  publicPage({ path: '/products/safety-automation', load: () => import('./site/pages/safety-automation-page.tsx') }),
  publicPage({ path: '/solutions', load: () => import('./site/pages/solutions-page.tsx') }),
  publicPage({
    path: '/dashboardtabs',
    data: async () => (await import('./site/tour/tour-asks.ts')).tour(),
    load: () => import('./site/tour/tour-page.tsx'),
  }),
  publicPage({
    path: '/blog',
    data: async (_, search) => (await import('./site/blog/blog-asks.ts')).published(search),
    load: () => import('./site/blog/blog-page.tsx'),
  }),
  publicPage({
    path: '/blog/:postId',
    data: async ({ postId = '' }) => (await import('./site/blog/blog-asks.ts')).read(postId),
    load: () => import('./site/blog/article-page.tsx'),
  }),
]
