import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { endFirstPaintElsewhere } from './first-paint.ts';
import { applyLanguage } from './language.ts';
import { makeQueryClient } from './api/query-client.ts';
import { routes } from './routes.tsx';
import { applyPreferences } from './ui/common/preferences.ts';
import { Toasts } from './ui/feedback/Toasts.tsx';
import { UiProvider } from './ui/layout/UiProvider.tsx';

/** Not at the top level: a build with an `await` there keeps every small chunk apart. */
async function start(root: HTMLElement): Promise<void> {
  await applyLanguage();
  const router = createBrowserRouter(routes);
  endFirstPaintElsewhere(router);
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <QueryClientProvider client={makeQueryClient()}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </UiProvider>
    </StrictMode>,
  );
}

applyPreferences();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
void start(root);
