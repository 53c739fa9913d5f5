import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** The page's path: on another page the count begins anew. */
  readonly page: string;
  readonly children: ReactNode;
};

type BoundaryState = {
  readonly page: string;
  readonly isFailed: boolean;
  readonly failures: number;
  readonly round: number;
};

/** How often a page is built anew: a fault that stays must not go on for ever. */
const mostFailures = 5;

/**
 * When rendering fails, builds what it holds anew: most often a translation or an extension has moved elements that
 * React was about to change. The store and the drafts outlive that, so the visitor's text and the result of an order
 * do too. https://github.com/facebook/react/issues/11538
 *
 * A page's chunk that cannot be had (the line dropped, or a new release replaced it) makes the browser ask the server
 * for the whole page, which needs no chunk to be read.
 */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: this.props.page, isFailed: false, failures: 0, round: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ page }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return page === state.page ? null : { page, isFailed: false, failures: 0 };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof Error && error.name === 'ChunkLoadError') location.reload();
    else if (this.state.failures < mostFailures)
      this.setState(({ failures, round }) => ({ isFailed: false, failures: failures + 1, round: round + 1 }));
  }

  override render(): ReactNode {
    const { isFailed, round } = this.state;
    if (!isFailed) return <Round key={round}>{this.props.children}</Round>;
    return (
      <p>
        This page could not be loaded. <a href={typeof location === 'undefined' ? '/' : location.href}>Try again</a>
      </p>
    );
  }
}

function Round({ children }: { readonly children: ReactNode }) {
  return children;
}
