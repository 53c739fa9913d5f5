import { Component, type ReactNode } from 'react';

type BoundaryState = { readonly failed: boolean; readonly round: number };

/** How often what it holds is built anew: a fault that stays must not go on for ever. */
const mostRounds = 5;

/**
 * When rendering fails, builds what it holds anew: most often a translation or an extension has moved elements that
 * React was about to change. The store and the drafts outlive that, so the visitor's text and the result of an order
 * do too. https://github.com/facebook/react/issues/11538
 *
 * A page's chunk that cannot be had (the line dropped, or a new release replaced it) makes the browser ask the server
 * for the whole page, which needs no chunk to be read.
 */
export class PageBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false, round: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof Error && error.name === 'ChunkLoadError') location.reload();
    else if (this.state.round < mostRounds) this.setState(({ round }) => ({ failed: false, round: round + 1 }));
  }

  override render(): ReactNode {
    const { failed, round } = this.state;
    if (!failed) return <Round key={round}>{this.props.children}</Round>;
    return (
      <p>
        This page could not be loaded. <a href={typeof location === 'undefined' ? '/' : location.href}>Try again</a>
      </p>
    );
  }
}

const Round = ({ children }: { readonly children: ReactNode }) => children;
