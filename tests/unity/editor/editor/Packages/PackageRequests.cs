using System;
using UnityDouble;
using UnityEngine;

namespace UnityEditor.PackageManager
{
    // Follows Modules/PackageManager/Editor/Managed/StatusCode.cs.
    public enum StatusCode
    {
        InProgress,
        Success,
        Failure,
    }

    // Follows Modules/PackageManager/Editor/Managed/ErrorCode.cs.
    public enum ErrorCode
    {
        Unknown,
        NotFound,
        Forbidden,
        InvalidParameter,
        Conflict,
        AggregateError,
    }

    // Follows Modules/PackageManager/Editor/Managed/Error.cs.
    [Serializable]
    public class Error
    {
        internal Error(ErrorCode errorCode, string message)
        {
            this.errorCode = errorCode;
            this.message = message;
        }

        public ErrorCode errorCode { get; private set; }

        public string message { get; private set; }
    }
}

namespace UnityEditor.PackageManager.Requests
{
    /// <summary>An operation of the package manager, known by its number; its state is outside of the scripts.</summary>
    // Follows Modules/PackageManager/Editor/Managed/Requests/Request.cs: the number is serialized, so a request in an object
    // survives a domain reload; null is replaced by a request without a number.
    [Serializable]
    public abstract class Request
    {
        [SerializeField]
        private long m_Id;

        internal Request()
        {
        }

        internal Request(long operationId)
        {
            m_Id = operationId;
        }

        public StatusCode Status
        {
            get { return Operation == null ? StatusCode.Failure : Operation.Status; }
        }

        public bool IsCompleted
        {
            get { return Status != StatusCode.InProgress; }
        }

        public Error Error
        {
            get
            {
                if (Status != StatusCode.Failure || m_Id == 0)
                {
                    return null;
                }
                return Operation == null ? new Error(ErrorCode.NotFound, "Operation not found") : new Error(Operation.Code, Operation.Message);
            }
        }

        private PackageOperation Operation
        {
            get { return PackageOperations.Find(m_Id); }
        }
    }

    [Serializable]
    public abstract class Request<T> : Request
    {
        internal Request()
        {
        }

        internal Request(long operationId)
            : base(operationId)
        {
        }

        public T Result
        {
            get { return Status == StatusCode.Success ? GetResult() : default(T); }
        }

        protected abstract T GetResult();
    }

    // Follows Modules/PackageManager/Editor/Managed/Requests/AddAndRemoveRequest.cs.
    [Serializable]
    public sealed class AddAndRemoveRequest : Request<PackageCollection>
    {
        private AddAndRemoveRequest()
        {
        }

        internal AddAndRemoveRequest(long operationId)
            : base(operationId)
        {
        }

        protected override PackageCollection GetResult()
        {
            return new PackageCollection(PackageInfo.GetAllRegisteredPackages());
        }
    }
}
