import { Component, type ReactNode } from 'react';

/**
 * When a page's chunk cannot be had (the line dropped, or a new release replaced it), the browser asks the server for
 * the whole page, which needs no chunk to be read.
 */
export class PageLoadBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof Error && error.name === 'ChunkLoadError') location.reload();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <p>
        This page could not be loaded. <a href={typeof location === 'undefined' ? '/' : location.href}>Try again</a>
      </p>
    );
  }
}
