import type { DescMessage, DescMethodUnary, Message, MessageShape } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { type Flat, flattened } from "@emissions/testkit/flat";

interface ReceivedCall {
  /** The full name of the method. */
  name: string;
  request: Message;
  headers: Headers;
}

type Method<I extends DescMessage> = DescMethodUnary<I, DescMessage>;

const nameOf = ({ parent, name }: DescMethodUnary) => `${parent.typeName}/${name}`;

/** Records the calls that the fake services of one gateway receive. */
export class ReceivedCalls {
  readonly #calls: ReceivedCall[] = [];

  readonly interceptor: Interceptor = (next) => (request) => {
    if (!request.stream) {
      const name = `${request.method.parent.typeName}/${request.method.name}`;
      this.#calls.push({ name, request: request.message, headers: request.header });
    }
    return next(request);
  };

  count(...methods: DescMethodUnary[]): number {
    const names = methods.map(nameOf);
    return this.#calls.filter(({ name }) => names.includes(name)).length;
  }

  /** The request of the last call of a method, with the fields of inlined messages among its own. */
  lastRequest<I extends DescMessage>(method: Method<I>): Flat<MessageShape<I>> {
    const { request } = this.#last(method);
    return flattened(method.input, request as unknown as Record<string, unknown>) as Flat<MessageShape<I>>;
  }

  /** The headers of the last call of a method. */
  lastHeaders(method: DescMethodUnary): Headers {
    return this.#last(method).headers;
  }

  #last(method: DescMethodUnary): ReceivedCall {
    const last = this.#calls.findLast(({ name }) => name === nameOf(method));
    if (last === undefined) throw new Error(`Nobody has called ${nameOf(method)}`);
    return last;
  }
}
