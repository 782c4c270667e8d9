import type { DescMessage, DescMethod, Message, MessageShape } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { type Flat, flattened } from "@emissions/testkit/flat";

interface ReceivedCall {
  /** The full name of the method. */
  name: string;
  request: Message;
  headers: Headers;
}

type Method<I extends DescMessage> = DescMethod & { readonly input: I };

const nameOf = ({ parent, name }: DescMethod) => `${parent.typeName}/${name}`;

/** Records the calls that the fake services of one gateway receive. */
export class ReceivedCalls {
  readonly #calls: ReceivedCall[] = [];

  readonly interceptor: Interceptor = (next) => (request) => {
    const { header: headers } = request;
    const received = (message: Message) =>
      void this.#calls.push({ name: nameOf(request.method), request: message, headers });
    if (!request.stream) received(request.message);
    return next(request.stream ? { ...request, message: observed(request.message, received) } : request);
  };

  count(...methods: DescMethod[]): number {
    const names = methods.map(nameOf);
    return this.#calls.filter(({ name }) => names.includes(name)).length;
  }

  /** The request of the last call of a method, with the fields of inlined messages among its own. */
  lastRequest<I extends DescMessage>(method: Method<I>): Flat<MessageShape<I>> {
    const { request } = this.#last(method);
    return flattened(method.input, request as unknown as Record<string, unknown>) as Flat<MessageShape<I>>;
  }

  /** The headers of the last call of a method. */
  lastHeaders(method: DescMethod): Headers {
    return this.#last(method).headers;
  }

  #last(method: DescMethod): ReceivedCall {
    const last = this.#calls.findLast(({ name }) => name === nameOf(method));
    if (last === undefined) throw new Error(`Nobody has called ${nameOf(method)}`);
    return last;
  }
}

async function* observed<M>(messages: AsyncIterable<M>, received: (message: M) => void): AsyncGenerator<M> {
  for await (const message of messages) {
    received(message);
    yield message;
  }
}
