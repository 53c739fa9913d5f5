import { Component, Fragment, type ReactNode } from 'react';
import { pageNotLoaded } from '../../shared/messages.ts';

type BoundaryProps = {
  /** The page's path. A new path resets the error. */
  readonly page: string;
  readonly children: ReactNode;
};

type BoundaryState = { readonly page: string; readonly isFailed: boolean; readonly failures: number };

/** The children are mounted again at most this many times: a permanent error must not cause an endless loop. */
const maxFailures = 5;

/**
 * An error boundary that mounts its children again after an error. Most errors come from a translation or browser extension
 * that has moved elements of React: https://github.com/facebook/react/issues/11538. Mounting again loses neither the result
 * of an order, which the store keeps, nor the visitor's texts, which the drafts keep.
 */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: this.props.page, isFailed: false, failures: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ page }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return page === state.page ? null : { page, isFailed: false };
  }

  override componentDidCatch(): void {
    if (this.state.failures < maxFailures)
      this.setState(({ failures }) => ({ isFailed: false, failures: failures + 1 }));
  }

  override render(): ReactNode {
    const { isFailed, failures } = this.state;
    if (!isFailed) return <Fragment key={failures}>{this.props.children}</Fragment>;
    return (
      <p>
        {/* `target` makes the browser request the document again. */}
        {pageNotLoaded}{' '}
        <a href={typeof location === 'undefined' ? '/' : location.href} target="_self">
          Try Again
        </a>
      </p>
    );
  }
}
