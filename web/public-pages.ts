// The public pages: each its own small part, rendered ahead by the server (render.tsx) and a route of the application
// (routes.tsx). One line for each.
import { type AnyPublicPage, publicPage } from './kit/public-page.ts'

export const publicPages: readonly AnyPublicPage[] = [
  publicPage({ path: '/', load: () => import('./site/home-page.tsx') }),
  publicPage({ path: '/home', load: () => import('./site/home-page.tsx') }),
  publicPage({ path: '/about', load: () => import('./site/about-page.tsx') }),
  publicPage({ path: '/contact', load: () => import('./site/contact-page.tsx') }),
  publicPage({ path: '/products', load: () => import('./site/products-page.tsx') }),
  publicPage({ path: '/products/ai-solutions', load: () => import('./site/ai-solutions-page.tsx') }),
  publicPage({ path: '/products/cybersecurity', load: () => import('./site/cybersecurity-page.tsx') }),
  publicPage({ path: '/products/ios-design', load: () => import('./site/ios-design-page.tsx') }),
  publicPage({ path: '/products/enterprise-solutions', load: () => import('./site/enterprise-solutions-page.tsx') }),
  publicPage({ path: '/products/iot-technologies', load: () => import('./site/iot-technologies-page.tsx') }),
  publicPage({ path: '/products/smart-things', load: () => import('./site/smart-things-page.tsx') }),
  publicPage({ path: '/products/system-integration', load: () => import('./site/system-integration-page.tsx') }),
  publicPage({ path: '/products/safety-automation', load: () => import('./site/safety-automation-page.tsx') }),
  publicPage({ path: '/solutions', load: () => import('./site/solutions-page.tsx') }),
  publicPage({
    path: '/dashboardtabs',
    data: async () => (await import('./tour/tour-asks.ts')).tour(),
    load: () => import('./tour/tour-page.tsx'),
  }),
  publicPage({
    path: '/blog',
    data: async (_, search) => (await import('./blog/blog-asks.ts')).published(search),
    load: () => import('./blog/blog-page.tsx'),
  }),
  publicPage({
    path: '/blog/:postId',
    data: async ({ postId = '' }) => (await import('./blog/blog-asks.ts')).read(postId),
    load: () => import('./blog/article-page.tsx'),
  }),
]
