import { Component, type ReactNode } from 'react';
import { pageNotLoaded } from '../../shared/messages.ts';

type BoundaryProps = {
  /** The page's path. A new path resets the error and the failure count. */
  readonly page: string;
  readonly children: ReactNode;
};

type BoundaryState = {
  readonly page: string;
  readonly isFailed: boolean;
  readonly failures: number;
  readonly round: number;
};

/** The most retries for one page: a permanent error must not cause an endless loop. */
const maxFailures = 5;

/**
 * An error boundary that mounts its children again. The usual cause is a translation or an extension that has moved
 * elements that React changes: https://github.com/facebook/react/issues/11538. The store and the drafts, and so the
 * visitor's text and the result of an order, are kept.
 */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: this.props.page, isFailed: false, failures: 0, round: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ page }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return page === state.page ? null : { page, isFailed: false, failures: 0 };
  }

  override componentDidCatch(): void {
    if (this.state.failures < maxFailures)
      this.setState(({ failures, round }) => ({ isFailed: false, failures: failures + 1, round: round + 1 }));
  }

  override render(): ReactNode {
    const { isFailed, round } = this.state;
    if (!isFailed) return <Round key={round}>{this.props.children}</Round>;
    return (
      <p>
        {pageNotLoaded} <a href={typeof location === 'undefined' ? '/' : location.href}>Try Again</a>
      </p>
    );
  }
}

function Round({ children }: { readonly children: ReactNode }) {
  return children;
}
